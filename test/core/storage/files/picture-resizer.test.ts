// Smaller copies of large pictures if the package sharp is installed. Otherwise pictures keep their size.
import { expect } from 'chai'
import { readPictureSize, redrawPicture, maximumStorefrontPixels, shrinkPicture } from '../../../../core/storage/files/picture.js'

interface Maker {
  jpeg(): { toBuffer(): Promise<Buffer> }
}
type Sharp = (options: { readonly create: object }) => Maker

async function sharp(): Promise<Sharp | null> {
  const name: string = 'sharp'
  return import(name).then(
    (module: { readonly default: Sharp }) => module.default,
    () => null,
  )
}

describe('A large picture', () => {
  it('has no smaller copy if its bytes are not a picture', async () => {
    expect(await shrinkPicture(Buffer.from('no picture'))).to.equal(null)
  })

  it('is reduced to the storefront size in the same format', async function () {
    const make = await sharp()
    // Optional: run `npm install sharp` next to the service.
    if (make === null) return this.skip()
    const background = { r: 200, g: 30, b: 30 }
    const large = await make({ create: { width: 3_000, height: 2_000, channels: 3, background } })
      .jpeg()
      .toBuffer()
    expect(readPictureSize('image/jpeg', (await shrinkPicture(large))!)).to.deep.equal({
      width: maximumStorefrontPixels,
      height: 1_067,
    })
  })
})

describe('A picture for print', () => {
  it('is not converted if its bytes are not a picture', async () => {
    expect(await redrawPicture('image/webp', Buffer.from('no picture'), 800)).to.equal(null)
  })

  it('is reduced to the maximum width and stays a JPEG', async function () {
    const make = await sharp()
    if (make === null) return this.skip()
    const background = { r: 200, g: 30, b: 30 }
    const large = await make({ create: { width: 3_000, height: 2_000, channels: 3, background } })
      .jpeg()
      .toBuffer()
    expect(readPictureSize('image/jpeg', (await redrawPicture('image/jpeg', large, 300))!)).to.deep.equal({
      width: 300,
      height: 200,
    })
  })
})
