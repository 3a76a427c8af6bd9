package synth

// This file holds topologies of machines that can be rented or are described in public. Figures that were only remembered
// are left out, and so are machines that would need one.

import (
	"fmt"
	"strings"
)

// Preset is a topology but for the number of its outermost nodes.
type Preset struct {
	Name   string
	Levels []Level // the outermost has cardinality 0: it is asked for
}

// Latencies are not published. These are assumptions, marked as such in the sources of the levels.
const (
	assumedNetwork = 20e-6
	assumedInside  = 5e-6
)

// presetTable has a line per level, outermost first: name, cardinality (N is asked for), latency (net or in), bytes per
// second of a port in each direction, torus or -, and the source.
const presetTable = `
gcp-a2-megagpu-16g
	node N net 12.5e9 - A2: up to 100 Gbit/s, cloud.google.com/compute/docs/gpus/gpu-network-bandwidth
	gpu 16 in 300e9 - NVLink 3: 600 GB/s in both directions
gcp-n1-v100-8
	node N net 12.5e9 - N1 with V100: up to 100 Gbit/s
	gpu 8 in 150e9 - NVLink 2: 300 GB/s in both directions; a hybrid cube mesh, not all to all
dgx-a100
	node N net 200e9 - 8 x 200 Gbit/s HDR per node
	gpu 8 in 300e9 - NVLink 3: 600 GB/s in both directions
azure-nd96asr-a100-v4
	node N net 200e9 - 1.6 Tbit/s per VM, learn.microsoft.com nda100-v4-series
	gpu 8 in 300e9 - NVLink 3: 600 GB/s in both directions
dgx-h100
	node N net 400e9 - 8 x 400 Gbit/s NDR
	gpu 8 in 450e9 - NVLink 4: 900 GB/s in both directions
azure-nd96isr-h100-v5
	node N net 400e9 - 3.2 Tbit/s per VM
	gpu 8 in 450e9 - NVLink 4: 900 GB/s in both directions
gb200-nvl72
	rack N net 3600e9 - 28.8 Tbit/s per rack of 72, learn.microsoft.com nd-gb200-v6
	tray 18 in 3600e9 - 130 TB/s of NVLink per rack; a tray has 4 x 900 GB/s
	gpu 4 in 900e9 - 1.8 TB/s in both directions
tpu-v5p
	slice N net 6.25e9 - 50 Gbit/s of the data center network per chip
	z 4 in 100e9 torus 1200 GB/s in both directions per chip = 6 links x 100 GB/s per direction
	y 4 in 100e9 torus as z
	x 4 in 100e9 torus as z
emulated-netns-2x4
	netns N net 25e6 - shaped to 200 Mbit/s in both directions
	proc 4 in 1e9 - loopback, bound by the processor; to be calibrated
`

// Presets lists the presets. Their latencies are assumptions, as their sources say.
func Presets() []Preset {
	var list []Preset
	for line := range strings.Lines(presetTable) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !strings.HasPrefix(line, "\t") {
			list = append(list, Preset{Name: strings.TrimSpace(line)})
			continue
		}
		var l Level
		var card, alpha, torus string
		if _, err := fmt.Sscan(line, &l.Name, &card, &alpha, &l.Bandwidth, &torus); err != nil {
			panic(fmt.Sprintf("synth: preset line %q: %v", line, err)) // the table is a constant
		}
		if card != "N" {
			if _, err := fmt.Sscan(card, &l.Card); err != nil {
				panic(fmt.Sprintf("synth: preset line %q: %v", line, err))
			}
		}
		l.Alpha = map[string]float64{"net": assumedNetwork, "in": assumedInside}[alpha]
		l.Torus = torus == "torus"
		l.Source = strings.Join(strings.Fields(line)[5:], " ") + "; the latency is an assumption"
		p := &list[len(list)-1]
		p.Levels = append(p.Levels, l)
	}
	return list
}

// FromPreset gives the topology of a preset with n outermost nodes.
func FromPreset(name string, n int) (*Topology, error) {
	var names []string
	for _, p := range Presets() {
		if p.Name == name {
			t := &Topology{Name: name, Levels: p.Levels}
			t.Levels[0].Card = n
			if err := t.Validate(); err != nil {
				return nil, err
			}
			return t, nil
		}
		names = append(names, p.Name)
	}
	return nil, fmt.Errorf("there is no preset %q; there are %s", name, strings.Join(names, ", "))
}
