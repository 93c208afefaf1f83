// How an address says yes and no: it can only carry text, and callers write both forms.

export const switchWords: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])
