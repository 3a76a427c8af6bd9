package kernel

// This file calls functions of the session with arguments in JSON.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/wire"
	"github.com/costate/costate/interp"
)

func (c *child) call(ctx context.Context, r request, reply *Reply) error {
	var faults diag.List
	reply.Call = &Call{}
	res, err := c.session.Call(ctx, r.Func, func(f interp.Func) ([]reflect.Value, error) {
		if r.Names != nil {
			f.Names = r.Names
		}
		reply.Call.Params = f.Names
		args, err := wire.DecodeArgs([]byte(r.Args), f.Names, f.Params)
		if err != nil {
			return nil, argumentError{err}
		}
		return args, nil
	})
	var wrong argumentError
	if errors.As(err, &wrong) {
		reply.Faults = []Fault{{Diagnostic: diag.Diagnostic{Code: "argument", Message: wrong.Error()}}}
		return nil
	}
	if errors.As(err, &faults) {
		c.faults(reply, &interp.Result{Diags: faults})
		return nil
	}
	if err != nil {
		return err
	}
	reply.OK = true
	for _, v := range res {
		text, err := wire.Encode(v)
		if err != nil {
			return fmt.Errorf("result of %s: %w", r.Func, err)
		}
		reply.Call.Results = append(reply.Call.Results, json.RawMessage(text))
	}
	return nil
}

// argumentError says that arguments do not fit a function.
type argumentError struct{ error }
