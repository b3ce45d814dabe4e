package main

// Speaks the wire protocol on standard input and output. Nothing is to be filled in here: see steps.go.

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
)

const version = int64(1)

// The codes of the chapter "Wire protocol", "Errors".
const (
	notJSON         = int64(-32700)
	notARequest     = int64(-32600)
	noSuchMethod    = int64(-32601)
	wrongParameters = int64(-32602)
	caseFailed      = int64(-32603)
	notSupported    = int64(-32000)
)

// A Refused request has no result; it becomes the error of a JSON-RPC answer.
type Refused struct{ error Object }

func (refused *Refused) Error() string { return refused.error["message"].(string) }

func refuse(code int64, message string) *Refused {
	return &Refused{Object{"code": code, "message": message}}
}

var isInitialized, isFinished bool

// answer gives the answer to a line; nil if none is expected. Whatever goes wrong costs this request only.
func answer(line []byte) Object {
	value, err := Parse(line)
	if err != nil {
		return failure(nil, refuse(notJSON, "the line cannot be parsed: "+err.Error()))
	}
	request, _ := value.(Object)
	id, hasID := request["id"]
	switch id.(type) {
	case bool, List, Object:
		return failure(nil, refuse(notARequest, "the id of a request is a string or a number"))
	}
	if request["jsonrpc"] != "2.0" {
		return failure(id, refuse(notARequest, `a request is an object with "jsonrpc": "2.0"`))
	}
	method, isText := request["method"].(string)
	if !isText {
		return failure(id, refuse(notARequest, "a request has a method, which is a string"))
	}
	if !hasID {
		return nil
	}
	params, _ := request["params"].(Object)
	result, err := guarded(method, params)
	if err != nil {
		return failure(id, err)
	}
	return Object{"jsonrpc": "2.0", "id": id, "result": result}
}

// guarded turns a panic into an error of the request.
func guarded(method string, params Object) (result any, err error) {
	defer func() {
		if panic := recover(); panic != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", panic, debug.Stack()) // the suite keeps standard error with the case
			err = refuse(caseFailed, fmt.Sprint(panic))
		}
	}()
	return perform(method, params)
}

func perform(method string, params Object) (any, error) {
	switch method {
	case "initialize":
		return initialize(params)
	case "runCase":
		if !isInitialized {
			return nil, refuse(notARequest, "initialize comes before runCase")
		}
		return runCase(params)
	case "shutdown":
		isFinished = true
		return nil, nil
	}
	return nil, refuse(noSuchMethod, "unknown method "+method)
}

func initialize(params Object) (any, error) {
	if isInitialized {
		return nil, refuse(notARequest, "initialize comes once")
	}
	sent, hasVersion := params["protocolVersion"].(int64)
	edition, hasEdition := params["edition"].(string)
	if !hasVersion || !hasEdition {
		return nil, refuse(wrongParameters, `initialize takes "protocolVersion" and "edition"`)
	}
	isKnown := sent == version
	for index, one := range editions {
		if one == edition {
			break
		}
		isKnown = isKnown && index+1 < len(editions)
	}
	if !isKnown {
		refused := refuse(notSupported, "this version or edition is not supported")
		refused.error["data"] = Object{"protocolVersions": List{version}, "editions": editions}
		return nil, refused
	}
	isInitialized = true
	return Object{"protocolVersion": version, "implementation": implementation, "editions": editions, "classes": classes,
		"features": features}, nil
}

// runCase runs one case in a realm, an event realm and a clock of its own.
func runCase(params Object) (any, error) {
	schema, hasSchema := params["schema"].(Object)
	configuration, hasConfiguration := params["configuration"].(Object)
	given, hasGiven := params["given"].(List)
	steps, hasSteps := params["steps"].(List)
	if !hasSchema || !hasConfiguration || !hasGiven || !hasSteps {
		return nil, refuse(wrongParameters, `runCase takes "schema" and "configuration", which are objects, and "given" and "steps", which are arrays`)
	}
	current, err := newCase(schema, configuration)
	var failed *StepFailed
	var unsupported *Unsupported
	switch {
	case errors.As(err, &failed):
		return Object{"openError": failed.outcome()}, nil
	case errors.As(err, &unsupported):
		return Object{"unsupported": unsupported.reason}, nil
	case err != nil:
		return nil, refuse(caseFailed, err.Error())
	}
	for index, step := range given {
		outcome := current.give(step.(Object))
		if _, isUnsupported := outcome["unsupported"]; isUnsupported {
			return outcome, nil
		}
		if _, isFailed := outcome["error"]; isFailed {
			refused := refuse(caseFailed, fmt.Sprintf("given[%d], %v, failed", index, step.(Object)["do"]))
			refused.error["data"] = Object{"step": step, "outcome": outcome}
			return nil, refused
		}
	}
	return Object{"steps": current.runAll(steps), "events": current.trail()}, nil
}

func failure(id any, err error) Object {
	var refused *Refused
	if !errors.As(err, &refused) {
		refused = refuse(caseFailed, err.Error())
	}
	return Object{"jsonrpc": "2.0", "id": id, "error": refused.error}
}

func main() {
	// Standard output is for answers. What is printed goes to standard error, where it does no harm.
	output := os.Stdout
	os.Stdout = os.Stderr
	// A Scanner would stop at lines of 64 KiB.
	reader := bufio.NewReaderSize(os.Stdin, 1<<16)
	for !isFinished {
		line, err := reader.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if reply := answer(line); reply != nil {
				var out bytes.Buffer
				Write(&out, reply)
				out.WriteByte('\n')
				if _, err := output.Write(out.Bytes()); err != nil {
					return
				}
			}
		}
		if err != nil {
			return
		}
	}
}
