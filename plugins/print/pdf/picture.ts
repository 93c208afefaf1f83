// Prepares pictures for PDF: renders SVG in a worker thread, scales others if `sharp` is installed, else keeps valid JPEG and plain PNG.
import { inflateSync } from 'node:zlib'
import { readPictureSize, redrawPicture, createLruCache, sha256 } from 'product-configurator-service'
import { Worker } from 'node:worker_threads'

/** The start data of the thread. */
export interface DrawingThreadData {
  /** Maximum of the longer side. */
  readonly pixels: number
  /** Font files for texts. */
  readonly fonts: readonly Uint8Array[]
}

/** Milliseconds per drawing, including the start of the thread. Most take about 10, on a busy machine a few hundred. */
const maxDrawingTime = 8_000
/** Timeouts per document, after which its other drawings are left out. */
const maxTimeouts = 2
/** Digests of drawings that recently timed out. They are skipped. */
const slowDrawings = createLruCache<string, true>(100)

const threadUrl = new URL('./drawing-thread.js', import.meta.url)

/** The drawings of one document. Must be closed. */
export class DrawingRenderer {
  private thread: Worker | null = null
  private timeouts = 0

  constructor(
    private readonly start: DrawingThreadData,
    private readonly timeout = maxDrawingTime,
  ) {}

  /** Returns a PNG; null for an invalid drawing or a timeout. Only one call at a time. */
  async draw(drawing: Uint8Array): Promise<Uint8Array | null> {
    const digest = sha256(drawing)
    if (this.timeouts >= maxTimeouts || slowDrawings.get(digest)) return null
    const thread = (this.thread ??= new Worker(threadUrl, { workerData: this.start, execArgv: [] }))
    const picture = await new Promise<Uint8Array | null | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), this.timeout)
      const settle = (answer: Uint8Array | null | undefined): void => {
        clearTimeout(timer)
        resolve(answer)
      }
      thread.removeAllListeners()
      thread.once('message', (answer: Uint8Array | null) => settle(answer))
      thread.once('error', () => settle(undefined))
      thread.once('exit', () => settle(undefined))
      thread.postMessage(drawing, [])
    })
    if (picture !== undefined) return picture
    this.timeouts++
    slowDrawings.set(digest, true)
    await this.close()
    return null
  }

  async close(): Promise<void> {
    const { thread } = this
    this.thread = null
    thread?.removeAllListeners()
    await thread?.terminate()
  }
}

export interface DrawablePicture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Maximum pixels of a PNG that is embedded as it is, because it is unpacked. A JPEG is not. */
const maxPngPixels = 4_000_000
/** Maximum pixels of the longer side of a converted picture: 300 dpi on a third of the page's width. */
export const maxPixelsPerSide = 800

/** Values per pixel by colour type, eight bits each. Palettes may have fewer bits. */
const channelCounts: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const paletteType = 3
/** Each row begins with one of five filters. */
const filterCount = 5

interface PngParts {
  readonly pixels: Buffer
  readonly hasPalette: boolean
}

function parsePng(bytes: Buffer): PngParts | null {
  const pixels: Buffer[] = []
  let hasPalette = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) return null
    if (type === 'IEND') break
    if (type === 'IDAT') pixels.push(bytes.subarray(at + 8, at + 8 + length))
    if (type === 'PLTE') hasPalette = length > 0 && length % 3 === 0
    at += 12 + length
  }
  return { pixels: Buffer.concat(pixels), hasPalette }
}

/** True for a PNG with complete pixel data. A broken one would throw later, where the error cannot be caught. */
function isCompletePng(bytes: Buffer): boolean {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [depth, colour, , , interlaced] = bytes.subarray(24, 29)
  const values = channelCounts[colour!]
  const parts = parsePng(bytes)
  const isDepthSupported = depth === 8 || (colour === paletteType && [1, 2, 4].includes(depth!))
  if (values === undefined || !isDepthSupported || interlaced !== 0 || !parts) return false
  if (colour === paletteType && !parts.hasPalette) return false
  const row = 1 + Math.ceil((width * depth! * values) / 8)
  const raw = inflateSync(parts.pixels, { maxOutputLength: height * row + 1 })
  if (raw.length !== height * row) return false
  for (let at = 0; at < raw.length; at += row) if (raw[at]! >= filterCount) return false
  return true
}

/** True if the picture can be embedded unchanged. */
function isEmbeddable(type: string, bytes: Buffer): boolean {
  try {
    if (type === 'image/png') return isCompletePng(bytes)
    return type === 'image/jpeg' && bytes.readUInt16BE(bytes.length - 2) === 0xff_d9
  } catch {
    return false
  }
}

/** The drawable picture. null if it cannot be drawn; the document is then printed without it. */
export async function toDrawablePicture(
  type: string,
  source: Uint8Array,
  drawings: DrawingRenderer,
): Promise<DrawablePicture | null> {
  const redrawn = await (type === 'image/svg+xml' ? drawings.draw(source) : redrawPicture(type, source, maxPixelsPerSide))
  const bytes = Buffer.from(redrawn ?? source)
  const outputType = redrawn && type !== 'image/jpeg' ? 'image/png' : type
  const size = readPictureSize(outputType, bytes)
  const pixels = size ? size.width * size.height : 0
  if (!size || pixels === 0 || (outputType === 'image/png' && pixels > maxPngPixels)) return null
  return isEmbeddable(outputType, bytes) ? { bytes, ...size } : null
}
