// SVG helpers of the demo's drawings: layers of one size, and tiles for answers.

/** Drawings by file name. */
export type DrawingFiles = Readonly<Record<string, string>>

/** Begins with the XML declaration, by which the service detects an SVG. */
function drawSvg(width: number, height: number, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`
}

export const drawLayer = (...contents: readonly string[]): string => drawSvg(480, 270, contents.join(''))

/** A tile for an answer, with its own background. */
export const drawTile = (content: string): string =>
  drawSvg(160, 120, `<rect width="160" height="120" fill="#eef2f6"/>${content}`)

/** Stops from top to bottom, or from left to right with `lies`. Ids must be unique across all layers of a picture. */
export function drawGradient(id: string, colours: readonly string[], lies = false): string {
  const stops = colours.map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`)
  return `<linearGradient id="${id}" x2="${lies ? 1 : 0}" y2="${lies ? 0 : 1}">${stops.join('')}</linearGradient>`
}

/** The background room: a wall in daylight, a floor, and a skirting board. */
export const drawRoom = (wall: readonly string[], floor: readonly string[], horizon: number): string =>
  drawGradient('wall', wall) +
  drawGradient('floor', floor) +
  `<rect width="480" height="${horizon}" fill="url(#wall)"/><rect y="${horizon}" width="480" height="${270 - horizon}" fill="url(#floor)"/>` +
  `<rect y="${horizon - 5}" width="480" height="5" fill="#fff" fill-opacity=".7"/>`
