// Worker thread that renders SVG drawings to pixels. A slow rendering can only be stopped by terminating its thread.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { DrawingThreadData } from './picture.js'

/** Maximum size of a drawing's source. */
const maxSourceBytes = 1_048_576
/** Maximum number of compositing layers. Layers can be nested, and each takes as much memory as the whole picture. */
const maxLayers = 100
const layerPattern =
  /<\w*:?(?:filter|mask|pattern)\b|(?<![-\w])(?:opacity|filter|mask|clip-path|mix-blend-mode|isolation)\s*[=:]/g
/** Output pixels per CSS pixel, at 300 dpi instead of 96. */
const pixelScale = 300 / 96
/** Replaces unknown font families. */
const fallbackFamily = 'Noto Sans'
const fontFamilies = { defaultFontFamily: fallbackFamily, serifFamily: fallbackFamily, sansSerifFamily: fallbackFamily }

async function startRenderer() {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm')
  // It throws if another module of the process has started it.
  await initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))).catch(() => undefined)
  return Resvg
}

let renderer: ReturnType<typeof startRenderer> | undefined

/**
 * A transparent PNG at 300 dpi, with at most `pixels` on the longer side. null for an invalid or oversized drawing. Rendering may never
 * end, so the caller must be able to terminate it. @param fonts font files for its texts; system fonts are not used
 */
export async function drawSvg(drawing: Uint8Array, pixels: number, fonts: readonly Uint8Array[]): Promise<Uint8Array | null> {
  if (drawing.length > maxSourceBytes) return null
  const text = Buffer.from(drawing).toString()
  if ((text.match(layerPattern)?.length ?? 0) > maxLayers) return null
  renderer ??= startRenderer()
  const Resvg = await renderer
  try {
    // Measure first: the drawing declares its own size, which may be any value.
    const own = new Resvg(text)
    const [longer, isWide] = [Math.max(own.width, own.height), own.width >= own.height]
    own.free()
    if (!(longer > 0)) return null
    const value = Math.max(1, Math.min(pixels, Math.round(longer * pixelScale)))
    // Fonts are copied for each drawing, so pass them only if it contains text.
    const fontBuffers = /<(?:\w+:)?text[\s>]/.test(text) ? [...fonts] : []
    const sized = new Resvg(text, { fitTo: { mode: isWide ? 'width' : 'height', value }, font: { fontBuffers, ...fontFamilies } })
    const image = sized.render()
    const bytes = image.asPng()
    image.free()
    sized.free()
    return bytes
  } catch {
    return null
  }
}

parentPort?.on('message', (drawing: Uint8Array) => {
  const { pixels, fonts } = workerData as DrawingThreadData
  drawSvg(drawing, pixels, fonts).then(
    (bitmap) => parentPort?.postMessage(bitmap, []),
    () => parentPort?.postMessage(null, []),
  )
})
