// This file is the mark: an arrow forward in blue over an arrow back in orange.
export function Mark() {
  return (
    <svg viewBox="0 0 24 20" aria-hidden="true">
      <path d="M2 8.2H22L15.5 2.6" fill="none" stroke="var(--fwd-fill)" stroke-width="2.6" stroke-linejoin="bevel" />
      <path d="M22 11.8H2L8.5 17.4" fill="none" stroke="var(--rev-fill)" stroke-width="2.6" stroke-linejoin="bevel" />
    </svg>
  )
}
