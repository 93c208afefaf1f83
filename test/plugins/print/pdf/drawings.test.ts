// SVG drawings as pixels: sharp, of limited size and drawing time, with their texts.
import { expect } from 'chai'
import { drawSvg } from '../../../../plugins/print/pdf/drawing-thread.js'
import { DrawingRenderer } from '../../../../plugins/print/pdf/picture.js'
import { loadFaces } from '../../../../plugins/print/pdf/faces.js'
import { readPictureSize } from '../../../../core/storage/files/picture.js'

const svg = (size: string, inside: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`)

const rect = '<rect width="40" height="20"/>'

async function fonts(): Promise<readonly Uint8Array[]> {
  const { regular, bold } = await loadFaces()
  return [...regular, ...bold].map(({ bytes }) => bytes)
}

async function sizeOf(drawing: Buffer, pixels = 800): Promise<unknown> {
  const bytes = await drawSvg(drawing, pixels, [])
  return bytes && readPictureSize('image/png', Buffer.from(bytes))
}

describe('drawSvg', function () {
  this.timeout(60_000)

  it('draws 300 pixels per inch, limited to the maximum on the longer side', async () => {
    expect(await sizeOf(svg('width="96" height="48"', rect))).to.deep.equal({ width: 300, height: 150 })
    expect(await sizeOf(svg('width="4000" height="8000"', rect))).to.deep.equal({ width: 400, height: 800 })
    expect(await sizeOf(svg('viewBox="0 0 2e9 1e9"', rect), 100)).to.deep.equal({ width: 100, height: 50 })
  })

  it('draws texts only in the given fonts', async () => {
    const words = svg(
      'width="300" height="80"',
      '<text x="10" y="40" font-family="Unknown" font-size="30">Blinds, וילונות</text>',
    )
    const blank = await drawSvg(svg('width="300" height="80"', ''), 300, [])
    const same = (bytes: Uint8Array | null): boolean => Buffer.compare(bytes!, blank!) === 0
    expect(same(await drawSvg(words, 300, await fonts()))).to.equal(false)
    expect(same(await drawSvg(words, 300, []))).to.equal(true)
  })

  it('returns null for invalid, empty, too large and too deep drawings', async () => {
    const laughs = Array.from(
      { length: 12 },
      (_, n) => `<g id="a${n}">${n === 0 ? rect : `<use xlink:href="#a${n - 1}"/>`.repeat(10)}</g>`,
    ).join('')
    const deep = (count: number, tag: string) => `<g ${tag}>`.repeat(count) + rect + '</g>'.repeat(count)
    const refused: Readonly<Record<string, Buffer>> = {
      text: Buffer.from('no drawing'),
      cut: svg('width="10" height="10"', rect).subarray(0, 90),
      flat: svg('width="10" height="0"', rect),
      laughs: svg('width="10" height="10"', `<defs>${laughs}</defs><use xlink:href="#a11"/>`),
      deep: svg('width="10" height="10"', deep(20_000, '')),
      layers: svg('width="10" height="10"', deep(500, 'opacity=".9"')),
      styled: svg('width="10" height="10"', deep(500, 'style="fill:red;opacity:.9"')),
      large: svg('width="10" height="10"', `<desc>${'a'.repeat(1_048_577)}</desc>`),
    }
    for (const [name, drawing] of Object.entries(refused)) expect(await drawSvg(drawing, 800, []), name).to.equal(null)
    expect(await sizeOf(svg('width="96" height="96"', deep(50, 'fill-opacity=".9"')))).to.deep.equal({ width: 300, height: 300 })
  })
})

describe('drawings of a document', function () {
  this.timeout(60_000)

  it('are omitted after a timeout and not tried again; after two timeouts all further new drawings are omitted', async () => {
    const filter =
      '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="100"/><feGaussianBlur stdDeviation="500"/></filter>'
    const endless = (count: number): Buffer =>
      svg('width="2000" height="2000"', filter + '<rect width="2000" height="2000" filter="url(#f)"/>'.repeat(count))
    const sound = svg('width="40" height="20"', rect)
    const drawAll = async (...sources: readonly Buffer[]): Promise<readonly boolean[]> => {
      const drawings = new DrawingRenderer({ pixels: 800, fonts: [] }, 3_000)
      try {
        const results: boolean[] = []
        for (const source of sources) results.push((await drawings.draw(source)) !== null)
        return results
      } finally {
        await drawings.close()
      }
    }
    const [first, second] = [endless(20), endless(21)]
    expect(await drawAll(sound, first, first, sound)).to.deep.equal([true, false, false, true])
    expect(await drawAll(first, sound, second, first, sound)).to.deep.equal([false, true, false, false, true])
    expect(await drawAll(endless(22), endless(23), sound)).to.deep.equal([false, false, false])
  })
})
