package ui

// This file makes pictures of numbers.

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"reflect"

	"github.com/costate/costate/viz"
)

// Small pictures are enlarged, so that their pixels can be seen, and none is larger than a page takes.
const (
	smallImage = 256
	largeImage = 4096
)

// Image makes a picture of the bytes of a PNG or JPEG file, of an image.Image, or of the numbers of a [][]float64 or a matrix of package mat: the lowest
// is black and the highest white, and numbers that are not finite are black.
func Image(data any) *viz.Media {
	switch d := data.(type) {
	case []byte:
		if bytes.HasPrefix(d, []byte("\xff\xd8")) {
			return viz.JPEG(d)
		}
		return viz.PNG(d)
	case image.Image:
		return encoded(d)
	case [][]float64:
		cols := 0
		for i := range d {
			if cols = len(d[0]); len(d[i]) != cols {
				return viz.Text(fmt.Sprintf("image: row %d has %d numbers and the first has %d", i, len(d[i]), cols))
			}
		}
		return grey(len(d), cols, func(i, j int) float64 { return d[i][j] })
	case matrix:
		if v := reflect.ValueOf(d); v.Kind() == reflect.Pointer && v.IsNil() {
			return viz.Text("image: the matrix is nil")
		}
		rows, cols := d.Dims()
		return grey(rows, cols, d.At)
	}
	return viz.Text(fmt.Sprintf("image: a picture is made of []byte, an image.Image, [][]float64 or a matrix, not %T", data))
}

// Image makes a picture as the function Image does.
func (s *Screen) Image(data any) *viz.Media { return Image(data) }

// encoded is an image as it is. Its methods may be those of a user, who may have given a nil pointer.
func encoded(img image.Image) *viz.Media {
	if v := reflect.ValueOf(img); v.Kind() == reflect.Pointer && v.IsNil() {
		return viz.Text("image: the image is nil")
	}
	size := img.Bounds().Size()
	switch {
	case size.X <= 0 || size.Y <= 0:
		return viz.Text("image: it has no pixels")
	case size.X > largeImage || size.Y > largeImage:
		return viz.Text(fmt.Sprintf("image: %d x %d pixels are too many; a picture has at most %d x %d", size.X, size.Y, largeImage, largeImage))
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return viz.Text(fmt.Sprintf("image: %v", err))
	}
	return viz.PNG(b.Bytes())
}

func grey(rows, cols int, at func(i, j int) float64) *viz.Media {
	if rows == 0 || cols == 0 {
		return viz.Text("image: there are no numbers")
	}
	if rows > largeImage || cols > largeImage {
		return viz.Text(fmt.Sprintf("image: %d x %d numbers are too many; a picture has at most %d x %d", cols, rows, largeImage, largeImage))
	}
	lo, hi, strange := math.Inf(1), math.Inf(-1), 0
	for i := range rows {
		for j := range cols {
			x := at(i, j)
			if math.IsNaN(x) || math.IsInf(x, 0) {
				strange++
				continue
			}
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	scale := max(1, smallImage/max(rows, cols))
	img := image.NewGray(image.Rect(0, 0, cols*scale, rows*scale))
	for y := range rows * scale {
		for x := range cols * scale {
			img.SetGray(x, y, color.Gray{Y: shade(at(y/scale, x/scale), lo, hi)})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return viz.Text(fmt.Sprintf("image: %v", err))
	}
	words := fmt.Sprintf("Picture of %d x %d numbers", cols, rows)
	if lo <= hi {
		words += fmt.Sprintf(", black is %s, white is %s", number(lo), number(hi))
	}
	switch {
	case strange == 1:
		words += "; 1 is not finite"
	case strange > 1:
		words += fmt.Sprintf("; %d are not finite", strange)
	}
	return viz.MIME(map[string][]byte{viz.MIMEPNG: b.Bytes(), mimeText: []byte(words)})
}

// shade is the brightness of a number between the lowest and the highest.
func shade(x, lo, hi float64) uint8 {
	if math.IsNaN(x) || math.IsInf(x, 0) || hi <= lo {
		return 0
	}
	return uint8(math.Round(255 * (x/2 - lo/2) / (hi/2 - lo/2))) // halves: the difference of large numbers may be infinite
}
