// Smaller copies of large pictures, where the library for them is installed; elsewhere pictures stay as they came.
import { expect } from 'chai'
import { readPictureSize } from '../../../../core/storage/files/picture-size.js'
import { redrawPicture, maximumStorefrontPixels, shrinkPicture } from '../../../../core/storage/files/picture-resizer.js'

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

describe('a large picture', () => {
  it('has no smaller copy where its bytes are none, or nothing here could make one', async () => {
    expect(await shrinkPicture(Buffer.from('no picture'))).to.equal(null)
  })

  it('is made as large as a storefront shows, in the same format', async function () {
    const make = await sharp()
    // Optional: `npm install sharp` beside the service.
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

describe('a picture for paper', () => {
  it('is left as it is where nothing here could redraw it', async () => {
    expect(await redrawPicture('image/webp', Buffer.from('no picture'), 800)).to.equal(null)
  })

  it('has so many pixels at most, and stays a photograph where it is one', async function () {
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
