// Draws the layers of a picture over each other, as one PNG file.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { type PictureLayer, readPictureSize, redrawPicture } from '../storage/files/picture.js'
import { defineWorkerJob } from './define-worker-job.js'

/** Maximum length of the longer side in pixels: a third of the width of a mail on a screen with three pixels per point. */
export const maxComposedPixels = 600
/** Raster layers are first scaled down to this multiple, if `sharp` is installed. Large steps would lose thin lines. */
const firstScale = 2
/** Maximum length of a drawing's source. */
const maxDrawingBytes = 1_048_576

/** Fonts of texts in drawings. They replace every font that a drawing names. */
const fontFiles = [
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/700Bold/NotoSans_700Bold.ttf',
  'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf',
  'vazirmatn/400Regular/Vazirmatn_400Regular.ttf',
  'vazirmatn/700Bold/Vazirmatn_700Bold.ttf',
]
const family = 'Noto Sans'
const fontFamilies = { defaultFontFamily: family, serifFamily: family, sansSerifFamily: family, monospaceFamily: family }
/** Deflate level of pictures that are only drawn and then dropped. */
const fastest = 1

const resolvePackageFile = (file: string): string => fileURLToPath(import.meta.resolve(file))

async function startRenderer() {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm')
  // It throws if another module of the process has started it.
  await initWasm(await readFile(resolvePackageFile('@resvg/resvg-wasm/index_bg.wasm'))).catch(() => undefined)
  return Resvg
}

let renderer: ReturnType<typeof startRenderer> | undefined
let fonts: Promise<Uint8Array[]> | undefined

/** The drawing as a PNG file, with `pixels` pixels on its longer side. */
async function draw(drawing: string, isWide: boolean, pixels: number, fontBuffers: Uint8Array[] = []): Promise<Uint8Array> {
  renderer ??= startRenderer()
  const Resvg = await renderer
  const fitTo = { mode: isWide ? 'width' : 'height', value: pixels } as const
  const sized = new Resvg(drawing, { fitTo, font: { fontBuffers, ...fontFamilies } })
  const image = sized.render()
  const bytes = image.asPng()
  image.free()
  sized.free()
  return bytes
}

/** The renderer draws no texts of a drawing inside another one, so a drawing with texts is drawn first. */
async function drawTexts(bytes: Uint8Array): Promise<Uint8Array | null> {
  const drawing = new TextDecoder().decode(bytes)
  if (!/<(?:\w+:)?text[\s>]/.test(drawing)) return null
  fonts ??= Promise.all(fontFiles.map((file) => readFile(resolvePackageFile(`@expo-google-fonts/${file}`))))
  const { width, height } = readPictureSize('image/svg+xml', bytes) ?? { width: 1, height: 1 }
  return draw(drawing, width >= height, maxComposedPixels * firstScale, await fonts)
}

/** Writes pixels as PNG, row by row without filters. */
function encodePng({
  width,
  height,
  data,
}: {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}) {
  const stride = width * 4
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  const toChunk = (type: string, content: Uint8Array): Buffer => {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const chunk = Buffer.alloc(typed.length + 8)
    chunk.writeUInt32BE(content.length)
    chunk.set(typed, 4)
    chunk.writeUInt32BE(crc32(typed), typed.length + 4)
    return chunk
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // 8 bits per channel, RGBA.
  header.set([8, 6], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const content = deflateSync(rows, { level: fastest })
  return Buffer.concat([signature, toChunk('IHDR', header), toChunk('IDAT', content), toChunk('IEND', Buffer.alloc(0))])
}

/** The renderer reads no WebP. An animation cannot be converted, and is then left out. */
async function convertWebp(bytes: Uint8Array): Promise<Uint8Array> {
  const { decode } = await import('@cwasm/webp')
  try {
    return encodePng(decode(bytes))
  } catch {
    return bytes
  }
}

const toDataUrl = (type: string, bytes: Uint8Array): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

async function toImageSource({ type, bytes }: PictureLayer): Promise<string> {
  if (type === 'image/svg+xml') {
    const drawn = await drawTexts(bytes)
    return drawn ? toDataUrl('image/png', drawn) : toDataUrl(type, bytes)
  }
  const smaller = await redrawPicture(type, bytes, maxComposedPixels * firstScale)
  if (smaller) return toDataUrl(type === 'image/jpeg' ? type : 'image/png', smaller)
  return type === 'image/webp' ? toDataUrl('image/png', await convertWebp(bytes)) : toDataUrl(type, bytes)
}

/** Each layer fills the size of the lowest one as far as its proportions allow, as in the storefront. null if nothing can be drawn. */
export async function composePicture(layers: readonly PictureLayer[]): Promise<Uint8Array | null> {
  const [lowest] = layers
  const size = lowest ? readPictureSize(lowest.type, lowest.bytes) : null
  if (!lowest || !size || layers.some(({ type, bytes }) => type === 'image/svg+xml' && bytes.length > maxDrawingBytes))
    return null
  const { width, height } = size
  const isDrawing = lowest.type === 'image/svg+xml'
  const pixels = isDrawing ? maxComposedPixels : Math.min(maxComposedPixels, Math.max(width, height))
  try {
    const sources = await Promise.all(layers.map(toImageSource))
    const images = sources.map((source) => `<image width="${width}" height="${height}" href="${source}"/>`)
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${images.join('')}</svg>`
    return await draw(drawing, width >= height, pixels)
  } catch {
    return null
  }
}

export const composePictureJob = defineWorkerJob<readonly PictureLayer[], Uint8Array | null>({
  name: 'compose-picture',
  run: (_scope, layers) => composePicture(layers),
})
