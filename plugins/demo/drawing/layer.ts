// The frame of the demo's drawings: all of one size, so that layers meet, and tiles to pick answers by.

/** Drawings by the names of their files. */
export type Pictures = Readonly<Record<string, string>>

/** Opens with the XML declaration, by which a drawing is known for what it is. */
function drawing(width: number, height: number, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`
}

export const layer = (...contents: readonly string[]): string => drawing(480, 270, contents.join(''))

/** What an answer is picked by, on a ground of its own. */
export const tile = (content: string): string => drawing(160, 120, `<rect width="160" height="120" fill="#eef2f6"/>${content}`)

/** Stops from top to bottom, or from left to right; ids are unique in all that is laid over each other. */
export function gradient(id: string, colours: readonly string[], lies = false): string {
  const stops = colours.map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`)
  return `<linearGradient id="${id}" x2="${lies ? 1 : 0}" y2="${lies ? 0 : 1}">${stops.join('')}</linearGradient>`
}

/** The room in which everything stands: a wall in daylight, a floor, and a skirting between them. */
export const room = (wall: readonly string[], floor: readonly string[], horizon: number): string =>
  gradient('wall', wall) +
  gradient('floor', floor) +
  `<rect width="480" height="${horizon}" fill="url(#wall)"/><rect y="${horizon}" width="480" height="${270 - horizon}" fill="url(#floor)"/>` +
  `<rect y="${horizon - 5}" width="480" height="5" fill="#fff" fill-opacity=".7"/>`
