// Resizes pictures for the storefront and for print. Requires the optional library `sharp` (`npm install sharp`).

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
