// Detection of the media type by the first bytes: binary formats, texts and SVG, in linear time for any input.
import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import { isTypeAllowedForExtension, detectMediaTypes } from '../../../../core/storage/files/media-type.js'

const sniffed = (content: string | Uint8Array): Promise<readonly string[]> =>
  detectMediaTypes(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)

/** The first entry of a ZIP archive, as in the header of an office document. */
function zipOf(name: string, content: string): Buffer {
  const body = deflateRawSync(Buffer.from(content))
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(body.length, 18)
  head.writeUInt32LE(content.length, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), body])
}

describe('The media type of a file', () => {
  it('is detected for the formats that questions accept', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
    expect(await sniffed('%PDF-1.7 content')).to.deep.equal(['application/pdf'])
    expect(await sniffed(png)).to.deep.equal(['image/png'])
    expect(await sniffed(Buffer.from('ffd8ffe000104a464946', 'hex'))).to.deep.equal(['image/jpeg'])
    expect(await sniffed('GIF89a')).to.deep.equal(['image/gif'])
    expect(await sniffed('RIFF\x10\0\0\0WEBPVP8 ')).to.deep.equal(['image/webp'])
    expect(await sniffed('%!PS-Adobe-3.0 EPSF-3.0')).to.deep.equal(['application/postscript'])
    expect(await sniffed('II*\0\x08\0\0\0')).to.deep.equal(['image/tiff'])
    expect(await sniffed('BM\x46\0\0\0')).to.deep.equal(['image/bmp'])
  })

  it('includes the document type and application/zip for an office document', async () => {
    const types = await sniffed(zipOf('word/document.xml', '<w:document/>'))
    expect(types.at(-1)).to.equal('application/zip')
    expect(isTypeAllowedForExtension('docx', types)).to.equal(true)
    expect(isTypeAllowedForExtension('pdf', types)).to.equal(false)
  })

  it('distinguishes SVG from other texts, and texts from other bytes', async () => {
    const drawings = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      ' \n<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg\n>',
      '<!---->'.repeat(60) + '<SVG>',
    ]
    for (const text of drawings) expect(await sniffed(text), text).to.deep.equal(['image/svg+xml'])
    for (const text of ['<html><svg>', '<?xml version="1.0"?><html/>', 'a;b;c', '<svgx>', '{\\rtf1 x}', '<!-- <svg>'])
      expect(await sniffed(text), text).to.deep.equal(['text/plain'])
    expect(await sniffed('MZ\x90\0')).to.include('application/octet-stream')
    expect(await sniffed('\x01\x02\xff\x03')).to.deep.equal(['application/octet-stream'])
  })

  it('is detected without backtracking in texts that repeat the start of a tag', async () => {
    for (const part of ['<!---->', '<!--', '<?xml', ' ', '<!DOCTYPE svg', '<!-- -->\n'])
      expect(await sniffed(`${part.repeat(60)}x`), part).to.deep.equal(['text/plain'])
  })
})
