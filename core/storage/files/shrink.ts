// Makes pictures fit for the storefront and for paper, where the library for it is installed: `npm install sharp`.

/** Pixels of the longer side that a storefront shows at most. */
export const shownPixels = 1_600
/** A picture with more is a bomb. */
const mostPixels = 100_000_000

interface Pipeline {
  rotate(): Pipeline
  resize(options: { width: number; height: number; fit: 'inside'; withoutEnlargement: true }): Pipeline
  jpeg(options: { readonly quality: number }): Pipeline
  png(): Pipeline
  toBuffer(): Promise<Uint8Array>
}
type Sharp = (bytes: Uint8Array, options: { readonly limitInputPixels: number }) => Pipeline

let loaded: Promise<Sharp | null> | undefined

/** Not among the dependencies: an installation adds it, or serves its pictures as they came. */
async function library(): Promise<Sharp | null> {
  const name: string = 'sharp'
  try {
    return ((await import(name)) as { readonly default: Sharp }).default
  } catch {
    return null
  }
}

/** The picture in the same format and at most `shownPixels` wide and high; null where it cannot be made smaller here. */
export async function shrink(bytes: Uint8Array): Promise<Uint8Array | null> {
  const sharp = await (loaded ??= library())
  if (sharp === null) return null
  try {
    const size = { width: shownPixels, height: shownPixels, fit: 'inside', withoutEnlargement: true } as const
    const smaller = await sharp(bytes, { limitInputPixels: mostPixels }).rotate().resize(size).toBuffer()
    return smaller.length < bytes.length ? smaller : null
  } catch {
    return null
  }
}

/**
 * Any picture as a photograph (JPEG) where it is one, else as a PNG, with at most so many pixels on the longer side; null where
 * it cannot be redrawn here.
 */
export async function redraw(type: string, bytes: Uint8Array, pixels: number): Promise<Uint8Array | null> {
  const sharp = await (loaded ??= library())
  if (sharp === null) return null
  try {
    const drawn = sharp(bytes, { limitInputPixels: mostPixels })
      .rotate()
      .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    return await (type === 'image/jpeg' ? drawn.jpeg({ quality: 85 }) : drawn.png()).toBuffer()
  } catch {
    return null
  }
}
