package main

// JSON that loses nothing: nothing is to be filled in here. Write payloads with Write as well.
//
// An integer literal is an int64, a number with a fraction or an exponent a float64: 1 is not 1.0. A value is nil, a bool,
// an int64, a float64, a string, a List or an Object.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Object is a JSON object.
type Object = map[string]any

// A List is a JSON array.
type List = []any

const depthLimit = 512

// Parse reads a text that is one value and nothing else.
func Parse(text []byte) (any, error) {
	// The decoder would put replacement characters in the place of what is not text.
	if !utf8.Valid(text) || hasHalfPair(text) {
		return nil, errors.New("it is not UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value, err := parse(decoder, 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("something follows the value")
	}
	return value, nil
}

func parse(decoder *json.Decoder, depth int) (any, error) {
	if depth > depthLimit {
		return nil, errors.New("arrays and objects are nested too deep")
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Number:
		return number(string(token))
	case json.Delim:
		if token == '[' {
			list := List{}
			for decoder.More() {
				value, err := parse(decoder, depth+1)
				if err != nil {
					return nil, err
				}
				list = append(list, value)
			}
			_, err := decoder.Token()
			return list, err
		}
		object := Object{}
		for decoder.More() {
			token, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			key := token.(string)
			if _, isThere := object[key]; isThere {
				return nil, fmt.Errorf("the key %q is given twice", key)
			}
			if object[key], err = parse(decoder, depth+1); err != nil {
				return nil, err
			}
		}
		_, err := decoder.Token()
		return object, err
	default:
		return token, nil
	}
}

func number(text string) (any, error) {
	if !strings.ContainsAny(text, ".eE") && text != "-0" {
		return strconv.ParseInt(text, 10, 64)
	}
	return strconv.ParseFloat(text, 64)
}

// hasHalfPair tells whether an escape spells half of a surrogate pair, which no text can hold.
func hasHalfPair(text []byte) bool {
	for place := bytes.IndexByte(text, '\\'); place >= 0 && place+1 < len(text); {
		unit := escapedUnit(text[place:])
		size := 2
		switch {
		case unit >= 0xDC00 && unit <= 0xDFFF:
			return true
		case unit >= 0xD800 && unit <= 0xDBFF:
			next := 0
			if place+6 < len(text) {
				next = escapedUnit(text[place+6:])
			}
			if next < 0xDC00 || next > 0xDFFF {
				return true
			}
			size = 12
		}
		next := bytes.IndexByte(text[place+size:], '\\')
		if next < 0 {
			return false
		}
		place += size + next
	}
	return false
}

func escapedUnit(text []byte) int {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	unit, _ := strconv.ParseUint(string(text[2:6]), 16, 16)
	return int(unit)
}

// Write appends the text of a value, which has no infinity and no NaN.
func Write(out *bytes.Buffer, value any) {
	switch value := value.(type) {
	case float64:
		if math.IsInf(value, 0) || math.IsNaN(value) {
			panic("JSON has no text for infinity and NaN")
		}
		text := strconv.FormatFloat(value, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		out.WriteString(text)
	case List:
		out.WriteByte('[')
		for index, element := range value {
			if index > 0 {
				out.WriteByte(',')
			}
			Write(out, element)
		}
		out.WriteByte(']')
	case Object:
		out.WriteByte('{')
		isFirst := true
		for key, element := range value {
			if !isFirst {
				out.WriteByte(',')
			}
			isFirst = false
			Write(out, key)
			out.WriteByte(':')
			Write(out, element)
		}
		out.WriteByte('}')
	default:
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(value); err != nil {
			panic(err)
		}
		out.Truncate(out.Len() - 1)
	}
}
