package server

// This file writes notebooks and reads them again, and says in sentences what went wrong.

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/costate/costate/internal/notebook"
)

// save writes the file. The hub is not locked while the disk is waited for.
func (h *hub) save(c *client, m msgSave) *refusal {
	h.mu.Lock()
	if h.writing {
		h.mu.Unlock()
		return &refusal{"busy", "the notebook is being saved"}
	}
	if h.running != nil {
		h.flush(false)
		h.store(h.running.id, h.running.outputs())
	}
	h.writing = true
	f := *h.file
	f.Doc = h.file.Doc.Clone()
	epoch := h.epoch
	h.mu.Unlock()
	var err error
	switch {
	case m.As != "":
		if err = notebookPath(m.As); err == nil {
			err = f.SaveAs(m.As)
		}
	case m.Overwrite:
		err = f.Overwrite()
	default:
		err = f.Save()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.writing = false
	switch {
	case errors.Is(err, notebook.ErrChanged):
		c.tell(msgNotice{Level: "warning", Code: "changed-on-disk", Text: h.path + " was changed by another program since it was opened or saved here. Save anyway, or take the file as it is."})
		return nil
	case errors.Is(err, notebook.ErrConverted):
		return &refusal{"read-only", h.readOnly()}
	case errors.Is(err, fs.ErrExist):
		return &refusal{"busy", "there is a file of that name"}
	case err != nil:
		h.srv.opts.Log.Error("save", "path", h.path, "error", err)
		return &refusal{"unsupported", "the notebook was not saved: " + sentence(err)}
	case m.As != "":
		c.tell(msgNotice{Level: "info", Code: "copied", Text: fmt.Sprintf("Saved a copy as %s.", m.As)})
		return nil
	}
	if epoch == h.epoch {
		doc := h.file.Doc
		*h.file = f
		h.file.Doc = doc
		h.saved = f.Doc.Version()
	}
	h.send(msgSaved{Version: f.Doc.Version(), Path: h.path})
	return nil
}

// reload takes the file as it is on disk. All clients start over.
func (h *hub) reload(*client, msgReload) *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.running != nil || len(h.queue) > 0 || h.writing {
		return &refusal{"busy", "a cell is running; interrupt it first"}
	}
	f, err := h.load()
	if err != nil {
		return &refusal{"unsupported", "the file could not be read: " + sentence(err)}
	}
	h.begin(f)
	data := h.snapshot()
	for _, c := range h.clients {
		c.tell(data)
	}
	return nil
}

// sentence says an error without paths of the machine.
func sentence(err error) string {
	var fault *notebook.Fault
	var conflict *notebook.ConflictError
	var lower *fs.PathError
	switch {
	case errors.As(err, &fault), errors.As(err, &conflict):
		return err.Error()
	case errors.Is(err, errName):
		return errName.Error()
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "the system does not allow it"
	case errors.As(err, &lower):
		return lower.Err.Error()
	}
	return err.Error()
}
