// The frame of the demo's drawings: all of one size, so that layers meet.

/** Drawings by the names of their files. */
export type Pictures = Readonly<Record<string, string>>

/** Opens with the XML declaration, by which a drawing is known for what it is. */
export function layer(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 270" width="480" height="270">${content}</svg>\n`
}
