// This file writes numbers and times for people: units, a true minus sign, thin spaces in long numbers.

export function bytes(n: number): string {
  if (n < 1000) return `${n} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = n
  let unit = ''
  for (const u of units) {
    value /= 1000
    unit = u
    if (value < 999.5) break
  }
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} ${unit}`
}

export function duration(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 999.5) return `${ms < 9.95 ? trim(ms.toFixed(1)) : ms.toFixed(0)} ms`
  const s = ms / 1000
  if (s < 59.95) return `${s < 9.995 ? s.toFixed(1) : s.toFixed(s < 99 ? 1 : 0)} s`
  const whole = Math.round(s)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

export function clock(time: number): string {
  const d = new Date(time)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(d.getHours())}:${two(d.getMinutes())}`
}

export function clockSeconds(time: number): string {
  return `${clock(time)}:${String(new Date(time).getSeconds()).padStart(2, '0')}`
}

// count gives "1 edit", "3 edits".
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function trim(s: string): string {
  return s.replace(/\.0$/, '')
}
