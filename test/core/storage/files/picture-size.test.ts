// The size of pictures by their headers, for every supported format, including broken files.
import { expect } from 'chai'
import { readPictureSize } from '../../../../core/storage/files/picture.js'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const text = (content: string): Buffer => Buffer.from(content)

const pictures: readonly (readonly [type: string, bytes: Buffer, size: readonly [number, number] | null])[] = [
  ['image/png', hex('89504e470d0a1a0a 0000000d 49484452 00000280 000001e0'), [640, 480]],
  ['image/gif', hex('474946383961 4001 f000'), [320, 240]],
  // The frame of a thumbnail inside the EXIF segment is ignored.
  ['image/jpeg', hex('ffd8 ffe1 000c ffc0 0011 08 0001 0001 00 ffff ffc2 0011 08 01e0 0280 03'), [640, 480]],
  ['image/webp', Buffer.concat([text('RIFF....WEBPVP8X'), hex('0a000000 00000000 7f0200 df0100')]), [640, 480]],
  ['image/webp', Buffer.concat([text('RIFF....WEBPVP8 '), hex('00000000 000000 9d012a 8002 e001')]), [640, 480]],
  ['image/webp', Buffer.concat([text('RIFF....WEBPVP8L'), hex('00000000 2f 7fc27700')]), [640, 480]],
  ['image/svg+xml', text('<svg width="64" height="48px" viewBox="0 0 1 1">'), [64, 48]],
  ['image/svg+xml', text('<svg viewBox="0,0 64.4 48">'), [64, 48]],
  ['image/svg+xml', text('<svg width="100%">'), null],
  ['application/pdf', text('%PDF'), null],
]

describe('The size of a picture', () => {
  for (const [type, bytes, size] of pictures) {
    it(`is read from ${type} ${bytes.toString('latin1', 0, 16).replace(/[^ -~]/g, '.')}`, () => {
      const pictureSize = readPictureSize(type, bytes)
      expect(pictureSize && [pictureSize.width, pictureSize.height]).to.deep.equal(size)
    })
  }

  it('is null for invalid headers, and truncated headers raise no error', () => {
    for (const [type, bytes] of pictures) {
      for (let length = 0; length < bytes.length; length++) readPictureSize(type, bytes.subarray(0, length))
    }
    expect(readPictureSize('image/jpeg', Buffer.concat([hex('ffd8'), Buffer.alloc(100_000, 0xff)]))).to.equal(null)
    expect(readPictureSize('image/jpeg', hex('ffd8 ffe0 0000 ffe0 0000 ffe0 0000'))).to.equal(null)
  })
})
