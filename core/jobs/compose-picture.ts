// Draws the layers of a picture over each other, as one PNG file.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type PictureLayer, readPictureSize, redrawPicture } from '../storage/files/picture.js'
import { defineWorkerJob } from './define-worker-job.js'

/** Maximum length of the longer side in pixels: a third of the width of a mail on a screen with three pixels per point. */
export const maxComposedPixels = 600
/** Raster layers are first scaled down to this multiple, if `sharp` is installed. Large steps would lose thin lines. */
const firstScale = 2
/** Maximum length of a drawing's source. */
const maxDrawingBytes = 1_048_576

async function startRenderer() {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm')
  // It throws if another module of the process has started it.
  await initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))).catch(() => undefined)
  return Resvg
}

let renderer: ReturnType<typeof startRenderer> | undefined

async function toImageSource({ type, bytes }: PictureLayer): Promise<string> {
  const smaller = type === 'image/svg+xml' ? null : await redrawPicture(type, bytes, maxComposedPixels * firstScale)
  const embeddedType = smaller !== null && type !== 'image/jpeg' ? 'image/png' : type
  return `data:${embeddedType};base64,${Buffer.from(smaller ?? bytes).toString('base64')}`
}

/** Each layer fills the size of the lowest one as far as its proportions allow, as in the storefront. null if nothing can be drawn. */
export async function composePicture(layers: readonly PictureLayer[]): Promise<Uint8Array | null> {
  const [lowest] = layers
  const size = lowest ? readPictureSize(lowest.type, lowest.bytes) : null
  if (!lowest || !size || layers.some(({ type, bytes }) => type === 'image/svg+xml' && bytes.length > maxDrawingBytes))
    return null
  const { width, height } = size
  const sources = await Promise.all(layers.map(toImageSource))
  const images = sources.map((source) => `<image width="${width}" height="${height}" href="${source}"/>`)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${images.join('')}</svg>`
  const isDrawing = lowest.type === 'image/svg+xml'
  const longer = Math.max(width, height)
  const value = isDrawing ? maxComposedPixels : Math.min(maxComposedPixels, longer)
  renderer ??= startRenderer()
  const Resvg = await renderer
  try {
    const sized = new Resvg(drawing, { fitTo: { mode: width >= height ? 'width' : 'height', value } })
    const image = sized.render()
    const bytes = image.asPng()
    image.free()
    sized.free()
    return bytes
  } catch {
    return null
  }
}

export const composePictureJob = defineWorkerJob<readonly PictureLayer[], Uint8Array | null>({
  name: 'compose-picture',
  run: (_scope, layers) => composePicture(layers),
})
