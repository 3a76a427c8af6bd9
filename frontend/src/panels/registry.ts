// This file is the table of panels. A panel is a row: its name, its key, the command that opens it, its picture and the
// twin of the picture in text. A new panel adds a file and a row (and its key in keys.ts).
import type { FunctionComponent } from 'preact'
import { AdjointTable, AdjointView } from './adjoint'
import { TapeTable, TapeView } from './tape'

export interface Panel {
  id: string
  title: string
  key: string
  View: FunctionComponent
  Table: FunctionComponent
}

export const panels: readonly Panel[] = [
  { id: 'adjoint', title: 'Adjoint', key: 'G A', View: AdjointView, Table: AdjointTable },
  { id: 'tape', title: 'Tape', key: 'G M', View: TapeView, Table: TapeTable },
]
