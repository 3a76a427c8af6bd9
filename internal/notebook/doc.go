// Package notebook reads notebook files in Jupyter's format.
//
// So far it gives the source of the code cells, in order; what else is in the file is left alone.
package notebook
