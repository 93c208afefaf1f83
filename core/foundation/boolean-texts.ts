// The texts for true and false in URLs and forms.

export const booleanTexts: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])
