package synth

// This file writes programs as code for other systems. What a system is told is a template of the folder templates; what
// it cannot say is refused.

import (
	"embed"
	"fmt"
	"go/format"
	"slices"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// MaxExported bounds the devices of a program that is exported.
const MaxExported = 4096

// target is a system that programs are written for.
type target struct {
	name     string
	template string
	says     string
	ops      []Op // which it has; nil for all
	masters  bool // steps in which not all devices take part
	shuffle  bool // a permutation of the buffer at the end
}

// targets are the systems, by name.
var targets = []target{
	{"go", "go.tmpl", "a Go program that runs the steps on one machine and checks the outcome", nil, true, true},
	{"jax", "jax.tmpl", "Python for jax.shard_map on a mesh with an axis per factor", []Op{AllReduce, ReduceScatter, AllGather}, false, false},
	{"mpi", "mpi.tmpl", "a C program for MPI; rank i is device i", nil, true, true},
	{"nccl", "nccl.tmpl", "C functions for NCCL; rank i is device i", nil, true, false},
	{"pytorch", "pytorch.tmpl", "Python for torch.distributed; rank i is device i", nil, true, true},
	{"rankfile", "rankfile.tmpl", "a rank file of Open MPI: rank i has the i-th coordinates on the axes", nil, true, true},
	{"stablehlo", "stablehlo.tmpl", "a StableHLO module; replica i is device i", []Op{AllReduce, ReduceScatter, AllGather}, false, false},
}

// Targets lists the systems that [Export] writes for, each with what it writes.
func Targets() map[string]string {
	list := map[string]string{}
	for _, t := range targets {
		list[t.name] = t.says
	}
	return list
}

// Export writes a valid program that reduces over some axes of a placement as code for a system. names are those of the
// levels, or nil.
func Export(to string, p *Placement, axes []int, names []string, prog Program) (string, error) {
	at := slices.IndexFunc(targets, func(t target) bool { return t.name == to })
	if at < 0 {
		var known []string
		for _, t := range targets {
			known = append(known, t.name)
		}
		return "", fmt.Errorf("there is no export to %q; there are %s", to, strings.Join(known, ", "))
	}
	t := targets[at]
	d, err := newExport(p, axes, names, prog)
	if err != nil {
		return "", err
	}
	if err := t.refuses(d, prog); err != nil {
		return "", fmt.Errorf("export to %s: %w", to, err)
	}
	tmpl, err := template.New(t.template).Funcs(template.FuncMap{"ints": ints, "lists": lists, "quoted": quoted}).ParseFS(templates, "templates/"+t.template)
	if err != nil {
		return "", fmt.Errorf("export to %s: %w", to, err)
	}
	var b strings.Builder
	if err := tmpl.Execute(&b, d); err != nil {
		return "", fmt.Errorf("export to %s: %w", to, err)
	}
	if to != "go" {
		return b.String(), nil
	}
	code, err := format.Source([]byte(b.String()))
	if err != nil {
		return "", fmt.Errorf("export to go: %w", err)
	}
	return string(code), nil
}

// refuses says what a system cannot say of a program.
func (t *target) refuses(d *exportData, prog Program) error {
	for i, s := range prog {
		switch {
		case s.Master && !t.masters:
			return fmt.Errorf("step %d, %s: all devices must take part in a step", i, s)
		case t.ops != nil && !slices.Contains(t.ops, s.Op):
			return fmt.Errorf("step %d, %s: there is no %s", i, s, s.Op)
		}
	}
	if d.Shuffle != nil && !t.shuffle {
		return fmt.Errorf("%s leaves the buffers in another order", prog)
	}
	return nil
}

// exportData is what the templates see.
type exportData struct {
	Program string
	Matrix  string
	Axes    string // of the reduction
	Devices int
	Chunks  int
	Nodes   int // outermost
	Mesh    []meshAxis
	Steps   []exportStep
	Shuffle []int // chunk at each position at the end; nil if they are in order
	Group   []int // reduction group of each device
	Ranks   []int // device of each rank, ranks in the order of the coordinates on the axes
}

// rankSlot is where a rank runs.
type rankSlot struct{ Rank, Node, Slot int }

// RankSlots lists where the ranks run.
func (d *exportData) RankSlots() []rankSlot {
	list := make([]rankSlot, len(d.Ranks))
	below := d.Devices / d.Nodes
	for i, device := range d.Ranks {
		list[i] = rankSlot{i, device / below, device % below}
	}
	return list
}

// Next is the number of the step after.
func (s exportStep) Next() int { return s.Index + 1 }

// meshAxis is a factor of the matrix as an axis of a mesh, in the order of the digits of a device's number.
type meshAxis struct {
	Name string
	Size int
}

// exportStep is a step of all devices.
type exportStep struct {
	Index   int
	Step    Step
	Op      string
	Short   string
	Size    int // of a group
	Groups  [][]int
	Color   []int    // group of each device, -1 if it takes no part
	Rank    []int    // position of each device in its group
	Count   []int    // chunks of each device that go into the step; for a broadcast those of its root
	Names   []string // axes of the mesh that vary in a group
	In, Out int      // chunks of a device before and after, if all have as many
}

func newExport(p *Placement, axes []int, names []string, prog Program) (*exportData, error) {
	if p.Devices() > MaxExported {
		return nil, fmt.Errorf("code for %d devices; %d are possible", p.Devices(), MaxExported)
	}
	space, err := NewSpace(p, axes, names, ReductionAxes, false)
	if err != nil {
		return nil, err
	}
	if err := Check(space.Cards, prog); err != nil {
		return nil, err
	}
	if names, err = levelNames(p, names); err != nil {
		return nil, err
	}
	d := &exportData{Program: prog.String(), Matrix: p.Matrix.String(), Axes: ints(axes), Devices: p.Devices(), Chunks: space.size, Nodes: p.Hierarchy[0]}
	for j := range p.Hierarchy {
		for i := range p.Axes {
			d.Mesh = append(d.Mesh, meshAxis{fmt.Sprintf("%s_%d", strings.ReplaceAll(names[j], "-", "_"), i), p.Matrix[i][j]})
		}
	}
	for rank := range p.Devices() {
		d.Ranks = append(d.Ranks, p.DeviceOf(mixedRadix(rank, p.Axes)))
	}
	points := make([]int, p.Devices()) // point of each device in its reduction group
	all := Step{Lo: 0, Hi: len(space.Cards)}
	groups, err := p.Groups(axes, all)
	if err != nil {
		return nil, err
	}
	d.Group = make([]int, p.Devices())
	for n, g := range groups {
		for point, device := range g {
			points[device], d.Group[device] = point, n
		}
	}
	b := newBuffers(space.Cards)
	for i, s := range prog {
		st, err := newExportStep(i, s, p, axes, b, points)
		if err != nil {
			return nil, err
		}
		if !b.step(s) {
			return nil, fmt.Errorf("step %d, %s: devices hold the same chunks in different orders", i, s)
		}
		st.Out = len(b.of[0])
		st.Names = d.varying(p, axes, s)
		d.Steps = append(d.Steps, *st)
	}
	return d, d.shuffled(b)
}

// shuffled notes in which order the chunks are at the end.
func (d *exportData) shuffled(b *buffers) error {
	inOrder := true
	for i, chunk := range b.of[0] {
		d.Shuffle = append(d.Shuffle, int(chunk))
		inOrder = inOrder && int(chunk) == i
	}
	for _, buf := range b.of {
		if !slices.Equal(buf, b.of[0]) {
			return fmt.Errorf("%s leaves chunks in different orders on different devices", d.Program)
		}
	}
	if inOrder {
		d.Shuffle = nil
	}
	return nil
}

func newExportStep(i int, s Step, p *Placement, axes []int, b *buffers, points []int) (*exportStep, error) {
	groups, err := p.Groups(axes, s)
	if err != nil {
		return nil, err
	}
	st := &exportStep{Index: i, Step: s, Op: s.Op.String(), Short: rules[s.Op].short, Size: len(groups[0]), Groups: groups, In: len(b.of[0])}
	n := p.Devices()
	st.Color, st.Rank, st.Count = slices.Repeat([]int{-1}, n), make([]int, n), make([]int, n)
	for c, g := range groups {
		for r, device := range g {
			st.Color[device], st.Rank[device] = c, r
			st.Count[device] = len(b.of[points[g[0]]])
		}
	}
	return st, nil
}

// varying lists the axes of the mesh that vary in the groups of a step.
func (d *exportData) varying(p *Placement, axes []int, s Step) (list []string) {
	axes, _ = reductionAxes(p, axes)
	level := 0 // of the reduction
	for j := range p.Hierarchy {
		card := 1
		for _, i := range axes {
			card *= p.Matrix[i][j]
		}
		if card == 1 {
			continue
		}
		if level >= s.Lo && level < s.Hi {
			for _, i := range axes {
				if p.Matrix[i][j] > 1 {
					list = append(list, d.Mesh[j*len(p.Axes)+i].Name)
				}
			}
		}
		level++
	}
	return list
}

// ints writes numbers with commas between.
func ints(list []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ", ")
}

// lists writes lists of numbers between the given brackets.
func lists(opening, closing string, list [][]int) string {
	parts := make([]string, len(list))
	for i, l := range list {
		parts[i] = opening + ints(l) + closing
	}
	return strings.Join(parts, ", ")
}

// quoted writes names in quotes with commas between.
func quoted(list []string) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = fmt.Sprintf("%q", s)
	}
	return strings.Join(parts, ", ")
}
