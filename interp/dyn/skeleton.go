package dyn

// This file lists the signatures that are still to be filled in.

import (
	"encoding/json"
)

const missing = "dyn: to be written"

// Marshal is json.Marshal.
func (w *World) Marshal(v any) ([]byte, error) { panic(missing) }

// MarshalIndent is json.MarshalIndent.
func (w *World) MarshalIndent(v any, prefix, indent string) ([]byte, error) { panic(missing) }

// Encode is the method Encode of a json.Encoder.
func (w *World) Encode(enc *json.Encoder, v any) error { panic(missing) }

// Unmarshal is json.Unmarshal.
func (w *World) Unmarshal(data []byte, box any) error { panic(missing) }

// Decode is the method Decode of a json.Decoder.
func (w *World) Decode(dec *json.Decoder, box any) error { panic(missing) }
