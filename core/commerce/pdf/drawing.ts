// A drawing (SVG) as pixels: the same drawing with the same fonts gives the same bytes.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { lazyImport } from '../../foundation/lazy-import.js'

/** Of a drawing's text at most. */
const mostBytes = 1_048_576
/** Parts at most that are laid over the rest when they are done: they may lie in each other, and each takes as much memory as the whole. */
const mostLayers = 100
const layers = /<\w*:?(?:filter|mask|pattern)\b|(?<![-\w])(?:opacity|filter|mask|clip-path|mix-blend-mode|isolation)\s*[=:]/g
/** Pixels for each of CSS, of which an inch has 96. */
const sharpness = 300 / 96
/** In the place of families that nobody has. */
const standardFamily = 'Noto Sans'
const families = { defaultFontFamily: standardFamily, serifFamily: standardFamily, sansSerifFamily: standardFamily }

const renderer = lazyImport(async () => {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm')
  await initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))
  return { Resvg }
})

/**
 * A PNG on nothing, of 300 pixels to the inch and at most so many on the longer side; null for what is no drawing, or too much of one. It
 * may take for ever: whoever asks has to be able to end it.
 * @param fonts files of fonts for its texts; those of the machine are not looked for
 */
export async function drawSvg(drawing: Uint8Array, pixels: number, fonts: readonly Uint8Array[]): Promise<Uint8Array | null> {
  if (drawing.length > mostBytes) return null
  const text = Buffer.from(drawing).toString()
  if ((text.match(layers)?.length ?? 0) > mostLayers) return null
  const { Resvg } = await renderer()
  try {
    // Measured first: a drawing says itself how large it is, and may say anything.
    const own = new Resvg(text)
    const [longer, isWide] = [Math.max(own.width, own.height), own.width >= own.height]
    own.free()
    if (!(longer > 0)) return null
    const value = Math.max(1, Math.min(pixels, Math.round(longer * sharpness)))
    // Fonts are copied for each drawing, of which few hold texts.
    const fontBuffers = /<(?:\w+:)?text[\s>]/.test(text) ? [...fonts] : []
    const sized = new Resvg(text, { fitTo: { mode: isWide ? 'width' : 'height', value }, font: { fontBuffers, ...families } })
    const image = sized.render()
    const bytes = image.asPng()
    image.free()
    sized.free()
    return bytes
  } catch {
    return null
  }
}
