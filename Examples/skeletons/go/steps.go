package main

// What your recorder is asked to do: one function for each kind of step. This is the file to fill in.
//
// Everything that is not here yet is answered with "unsupported", which the suite counts as untested, never as passed.

import (
	"crypto/rand"
	"encoding/hex"
	"time"
)

var (
	implementation = Object{"name": "my recorder", "version": "0.1", "language": "Go"}
	editions       = List{"2023"}
	classes        = List{"recording"}
	// ADD HERE what you offer beyond that, such as "clock" or "drop-scope": chapter "Wire protocol", "Optional features".
	features = List{}
)

// StepFailed says that a step, or opening the realm, failed as the specification says; code is one of its error codes.
type StepFailed struct{ code, message string }

func (failed *StepFailed) Error() string { return failed.code + ": " + failed.message }

func (failed *StepFailed) outcome() Object {
	return Object{"code": failed.code, "message": failed.message}
}

// Unsupported names something that is not known here.
type Unsupported struct{ reason string }

func (unsupported *Unsupported) Error() string { return unsupported.reason }

// A Case has a fresh realm with its trail, and the names that its steps have given.
type Case struct {
	isRecording bool
	isGiven     bool
	partition   string
	events      List
	// Scopes by name, and whether each is in progress.
	scopes  map[string]bool
	objects map[string]Object
}

func newCase(schema, configuration Object) (*Case, error) {
	for key, value := range configuration {
		isKnown := key == "partitionValue" || key == "events" || key == "sync" && value == "partition"
		if !isKnown {
			return nil, &Unsupported{"configuration key " + key}
		}
	}
	events, isGiven := configuration["events"]
	settings, _ := events.(Object)
	// ADD HERE metadata, partitionPrefix and so on. What is refused is a StepFailed: the realm does not open.
	for key := range settings {
		return nil, &Unsupported{"configuration key events." + key}
	}
	// ADD HERE your realm, with the classes of schema.
	return &Case{
		isRecording: !isGiven || events != nil,
		partition:   "events-" + objectID(),
		events:      List{},
		scopes:      map[string]bool{},
		objects:     map[string]Object{},
	}, nil
}

// run gives the outcome of a step; it never fails as a whole.
func (current *Case) run(step Object) Object {
	function, isKnown := steps[text(step, "do")]
	if !isKnown {
		return Object{"unsupported": "step " + text(step, "do")}
	}
	value, err := function(current, step)
	switch err := err.(type) {
	case nil:
		return Object{"ok": value}
	case *StepFailed:
		return Object{"error": err.outcome()}
	case *Unsupported:
		return Object{"unsupported": err.reason}
	default:
		panic(err)
	}
}

func (current *Case) runAll(steps List) List {
	outcomes := List{}
	for _, step := range steps {
		outcomes = append(outcomes, current.run(step.(Object)))
	}
	return outcomes
}

// give runs a step that stands before those of the case: it succeeds, outside every scope.
func (current *Case) give(step Object) Object {
	current.isGiven = true
	defer func() { current.isGiven = false }()
	return current.run(step)
}

// trail gives the stored documents in commit order. Read them back from where your recorder puts them.
func (current *Case) trail() List { return append(List{}, current.events...) }

// store stores one event.
func (current *Case) store(activity, event, data any) {
	current.events = append(current.events, Object{
		"_id":        Object{"$oid": objectID()},
		"_partition": current.partition,
		"activity":   activity,
		"event":      event,
		"timestamp":  Object{"$date": time.Now().UTC().Format("2006-01-02T15:04:05.000Z")},
		"data":       data,
	})
}

// end ends a scope that is in progress.
func (current *Case) end(step Object) error {
	isActive, err := current.isActive(step)
	if err == nil && !isActive {
		err = &StepFailed{"scope-not-active", "the scope has ended"}
	}
	if err == nil {
		current.scopes[text(step, "scope")] = false
	}
	return err
}

func (current *Case) isActive(step Object) (bool, error) {
	isActive, isKnown := current.scopes[text(step, "scope")]
	if !isKnown {
		// A step that is not known has given no name.
		return false, &Unsupported{"the name " + text(step, "scope") + ", because of an earlier step"}
	}
	return isActive, nil
}

func (current *Case) requireGiven(step Object) error {
	if !current.isGiven {
		return &Unsupported{"step " + text(step, "do") + " within a case"}
	}
	return nil
}

func (current *Case) requireRecording() error {
	if !current.isRecording {
		return &StepFailed{"events-not-enabled", "the realm has no event configuration"}
	}
	return nil
}

func text(step Object, key string) string {
	text, _ := step[key].(string)
	return text
}

func objectID() string {
	bytes := make([]byte, 12)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}

var steps map[string]func(current *Case, step Object) (any, error)

func init() {
	// ADD HERE: get, query, set, delete, … as chapter "Cases" describes them.
	steps = map[string]func(current *Case, step Object) (any, error){
		"recordEvent": func(current *Case, step Object) (any, error) {
			if err := current.requireRecording(); err != nil {
				return nil, err
			}
			current.store(step["activity"], step["eventType"], step["data"])
			return nil, nil
		},
		"beginScope": func(current *Case, step Object) (any, error) {
			current.scopes[text(step, "as")] = true
			return nil, current.requireRecording()
		},
		"commitScope": func(current *Case, step Object) (any, error) {
			// ADD HERE what the scope has seen: one event for each read and each write transaction.
			return nil, current.end(step)
		},
		"cancelScope": func(current *Case, step Object) (any, error) { return nil, current.end(step) },
		"isActive":    func(current *Case, step Object) (any, error) { return current.isActive(step) },
		"events":      func(current *Case, step Object) (any, error) { return current.trail(), nil },
		"write": func(current *Case, step Object) (any, error) {
			// ADD HERE a transaction, and for the active scopes what it changes.
			if err := current.requireGiven(step); err != nil {
				return nil, err
			}
			nested, _ := step["steps"].(List)
			outcomes := current.runAll(nested)
			for _, outcome := range outcomes {
				if reason, isUnsupported := outcome.(Object)["unsupported"].(string); isUnsupported {
					return nil, &Unsupported{reason}
				}
			}
			return outcomes, nil
		},
		"create": func(current *Case, step Object) (any, error) {
			// ADD HERE an object of your realm, and all that can be wrong with it: "duplicate-primary-key" and so on.
			if err := current.requireGiven(step); err != nil {
				return nil, err
			}
			current.objects[text(step, "as")], _ = step["value"].(Object)
			return nil, nil
		},
	}
}
