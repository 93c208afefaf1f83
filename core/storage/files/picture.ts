// Reads the pixel size of a picture from its header, and resizes pictures with the optional library `sharp`.

/** Reads the pixel size of a picture from its header. Uploads use it to reject pictures that would exhaust memory when drawn. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

const toAscii = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length)

function readPngSize(bytes: Buffer): PictureSize {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function readGifSize(bytes: Buffer): PictureSize {
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** Finds the frame header. Skips other segments, which can contain the headers of thumbnails. */
function readJpegSize(bytes: Buffer): PictureSize | null {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Fill bytes and markers have no length field.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function readWebpSize(bytes: Buffer): PictureSize | null {
  const kind = toAscii(bytes, 12, 4)
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return null
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** True for an animation: the second bit of the flags in the extended format. */
export function isAnimatedWebp(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 32))
  return toAscii(bytes, 12, 4) === 'VP8X' && (bytes[20]! & 2) !== 0
}

const sizePatterns: Readonly<Record<'width' | 'height', RegExp>> = {
  width: /\swidth="(\d{1,6}(?:\.\d{1,6})?)(?:px)?"/,
  height: /\sheight="(\d{1,6}(?:\.\d{1,6})?)(?:px)?"/,
}

/** The width and height attributes of the first element, else its view box. */
function readSvgSize(bytes: Buffer): PictureSize | null {
  const opening = /<svg[^>]{0,2000}/.exec(bytes.toString('utf8', 0, 8_192))?.[0] ?? ''
  const [, , width = 0, height = 0] = (/\sviewBox="([^"]{1,100})"/.exec(opening)?.[1] ?? '').split(/[\s,]+/, 4).map(Number)
  const readLength = (name: 'width' | 'height'): number => Number(sizePatterns[name].exec(opening)?.[1] ?? 0)
  const size = { width: Math.round(readLength('width') || width), height: Math.round(readLength('height') || height) }
  return size.width > 0 && size.height > 0 ? size : null
}

const sizeReaders: Readonly<Record<string, (bytes: Buffer) => PictureSize | null>> = {
  'image/png': readPngSize,
  'image/gif': readGifSize,
  'image/jpeg': readJpegSize,
  'image/webp': readWebpSize,
  'image/svg+xml': readSvgSize,
}

/** The size in pixels, or null if the content is not a picture or has no size. */
export function readPictureSize(type: string, content: Uint8Array): PictureSize | null {
  const read = Object.hasOwn(sizeReaders, type) ? sizeReaders[type] : undefined
  try {
    return read?.(Buffer.from(content.buffer, content.byteOffset, content.byteLength)) ?? null
  } catch (error) {
    // The header is truncated.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A layer of a picture, as stored. */
export interface PictureLayer {
  /** The content type. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** Staff and the service itself, or the network of a shopper. Limits are shared by network. */
export type PictureRequester = 'staff' | { readonly network: string }

/** Draws pictures from layers, and caches them. */
export interface PictureComposer {
  /**
   * A PNG file of the layers, the lowest first. null if they cannot be drawn. TOO_MANY_REQUESTS or NOT_READY if too many pictures wait.
   * @param key identifies the layers: the same key always has the same picture @param load called when the picture's turn comes
   */
  compose(key: string, load: () => Promise<readonly PictureLayer[]>, requester: PictureRequester): Promise<Uint8Array | null>
}

/** The maximum length of the longer side in the storefront, in pixels. */
export const maximumStorefrontPixels = 1_600
/** Pictures with more pixels are rejected as decompression bombs. */
const maximumPixels = 100_000_000

interface SharpPipeline {
  rotate(): SharpPipeline
  resize(options: { width: number; height: number; fit: 'inside'; withoutEnlargement: true }): SharpPipeline
  jpeg(options: { readonly quality: number }): SharpPipeline
  png(): SharpPipeline
  toBuffer(): Promise<Uint8Array>
}
type Sharp = (bytes: Uint8Array, options: { readonly limitInputPixels: number }) => SharpPipeline

let sharpModule: Promise<Sharp | null> | undefined

/** An optional dependency. Without it, the service delivers pictures unchanged. */
async function loadSharp(): Promise<Sharp | null> {
  const name: string = 'sharp'
  try {
    return ((await import(name)) as { readonly default: Sharp }).default
  } catch {
    return null
  }
}

/** The picture in the same format, at most `maximumStorefrontPixels` wide and high. null if the picture cannot be made smaller. */
export async function shrinkPicture(bytes: Uint8Array): Promise<Uint8Array | null> {
  const sharp = await (sharpModule ??= loadSharp())
  if (sharp === null) return null
  try {
    const size = {
      width: maximumStorefrontPixels,
      height: maximumStorefrontPixels,
      fit: 'inside',
      withoutEnlargement: true,
    } as const
    const smaller = await sharp(bytes, { limitInputPixels: maximumPixels }).rotate().resize(size).toBuffer()
    return smaller.length < bytes.length ? smaller : null
  } catch {
    return null
  }
}

/**
 * Redraws a JPEG as JPEG and any other picture as PNG, with at most `pixels` pixels on the longer side. null if the picture
 * cannot be redrawn.
 */
export async function redrawPicture(type: string, bytes: Uint8Array, pixels: number): Promise<Uint8Array | null> {
  const sharp = await (sharpModule ??= loadSharp())
  if (sharp === null) return null
  try {
    const image = sharp(bytes, { limitInputPixels: maximumPixels })
      .rotate()
      .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    return await (type === 'image/jpeg' ? image.jpeg({ quality: 85 }) : image.png()).toBuffer()
  } catch {
    return null
  }
}
