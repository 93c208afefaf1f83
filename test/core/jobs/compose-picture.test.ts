// Pictures drawn from layers: the drawing itself, the cache, and the limits by network.
import { expect } from 'chai'
import { Resvg } from '@resvg/resvg-wasm'
import { type ServiceError, ValidationError } from '../../../core/foundation/errors.js'
import { composePicture, maxComposedPixels } from '../../../core/jobs/compose-picture.js'
import type { JobPool } from '../../../core/jobs/define-worker-job.js'
import { QueuedPictureComposer } from '../../../core/jobs/picture-composer.js'
import { type PictureLayer, readPictureSize } from '../../../core/storage/files/picture.js'
import { catchError } from '../../support/caught-error.js'
import { createPixelRows, createPng } from '../../support/png.js'

const drawing = (width: number, height: number, content: string): PictureLayer => ({
  type: 'image/svg+xml',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`),
})
const square = (colour: string): PictureLayer => drawing(10, 10, `<rect width="10" height="10" fill="${colour}"/>`)
const bitmap = (width: number, height: number, colour: readonly [number, number, number]): PictureLayer => ({
  type: 'image/png',
  bytes: createPng(
    width,
    height,
    createPixelRows(width, height, () => colour),
  ),
})

/** A lossless picture of 8 × 8 pixels, blue on the left and transparent on the right. */
const webp = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvB8ABEA8QMf/zH4w+RPQ/AAA=', 'base64')

/** Red, green, blue and opacity of the pixel at a share of the width and the height. */
function readPixel(png: Uint8Array, x: number, y: number): readonly number[] {
  const { width, height } = readPictureSize('image/png', png)!
  const source = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="${source}"/></svg>`
  const { pixels } = new Resvg(svg).render()
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4
  return [...pixels.subarray(at, at + 4)]
}

describe('composePicture', () => {
  it('draws higher layers over lower ones, which stay visible elsewhere', async () => {
    const half = drawing(10, 10, '<rect width="5" height="10" fill="#0000ff"/>')
    const picture = (await composePicture([square('#ff0000'), half]))!
    expect(readPixel(picture, 0.2, 0.5)).to.deep.equal([0, 0, 255, 255])
    expect(readPixel(picture, 0.8, 0.5)).to.deep.equal([255, 0, 0, 255])
  })

  it('draws bitmaps and drawings together, in the size of the lowest layer, within the limit', async () => {
    const picture = (await composePicture([bitmap(80, 40, [0, 128, 0]), square('#ff0000')]))!
    expect(readPictureSize('image/png', picture)).to.deep.equal({ width: 80, height: 40 })
    // A square layer is centred in a wide picture.
    expect(readPixel(picture, 0.5, 0.5)).to.deep.equal([255, 0, 0, 255])
    expect(readPixel(picture, 0.1, 0.5)).to.deep.equal([0, 128, 0, 255])
    const large = (await composePicture([drawing(4000, 1000, '<rect width="4000" height="1000"/>')]))!
    expect(readPictureSize('image/png', large)).to.deep.equal({ width: maxComposedPixels, height: maxComposedPixels / 4 })
  })

  it('draws texts of drawings in regular and bold, in Latin and Hebrew script', async () => {
    const text = (content: string): PictureLayer =>
      drawing(60, 20, `<text x="2" y="16" font-size="16" font-family="Comic Sans MS" fill="#ff0000">${content}</text>`)
    const countInk = async (content: string): Promise<number> => {
      const picture = (await composePicture([drawing(60, 20, '<rect width="60" height="20" fill="#ffffff"/>'), text(content)]))!
      const source = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`
      const { pixels } = new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><image width="600" height="200" href="${source}"/></svg>`,
      ).render()
      let count = 0
      for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 1]! < 128) count++
      return count
    }
    const latin = await countInk('Ada')
    expect(latin).to.be.greaterThan(1_000)
    expect(await countInk('<tspan font-weight="bold">Ada</tspan>')).to.be.greaterThan(latin * 1.2)
    expect(await countInk('שלום')).to.be.greaterThan(1_000)
    expect(await countInk('')).to.equal(0)
  })

  it('draws WebP layers with their transparency, and leaves out animations', async () => {
    const picture = (await composePicture([square('#ff0000'), { type: 'image/webp', bytes: webp }]))!
    expect(readPixel(picture, 0.25, 0.5)).to.deep.equal([0, 0, 255, 255])
    expect(readPixel(picture, 0.75, 0.5)).to.deep.equal([255, 0, 0, 255])
    const broken = { type: 'image/webp', bytes: webp.subarray(0, 30) }
    expect(readPixel((await composePicture([square('#ff0000'), broken]))!, 0.25, 0.5)).to.deep.equal([255, 0, 0, 255])
  })

  it('loads nothing from other addresses, and returns null for invalid layers', async () => {
    const remote = drawing(10, 10, '<image width="10" height="10" href="https://other.example/a.png"/>')
    expect(readPixel((await composePicture([square('#ff0000'), remote]))!, 0.5, 0.5)).to.deep.equal([255, 0, 0, 255])
    expect(await composePicture([])).to.equal(null)
    expect(await composePicture([{ type: 'image/svg+xml', bytes: Buffer.from('no drawing') }])).to.equal(null)
    expect(await composePicture([{ type: 'text/plain', bytes: Buffer.from('text') }])).to.equal(null)
  })
})

describe('QueuedPictureComposer', () => {
  let runs = 0
  const loads = async () => [square('#ff0000')]
  const inPlace: JobPool = {
    run: async (job, input) => {
      runs++
      return job.run({ types: {} as never, spent: () => false, progress: () => undefined }, input)
    },
  }
  beforeEach(() => {
    runs = 0
  })

  it('draws the same layers once, also for simultaneous requests', async () => {
    const pictures = new QueuedPictureComposer(inPlace)
    const [first, second] = await Promise.all([
      pictures.compose('a', loads, { network: '192.0.2.1' }),
      pictures.compose('a', loads, 'staff'),
    ])
    expect(await pictures.compose('a', loads, { network: '192.0.2.2' })).to.equal(first)
    expect([first === second, runs]).to.deep.equal([true, 1])
    await pictures.compose('b', loads, 'staff')
    expect(runs).to.equal(2)
  })

  it('forgets the pictures that were used least', async () => {
    const pictures = new QueuedPictureComposer(inPlace, { cached: 2 })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await pictures.compose(key, loads, 'staff')
    expect(runs).to.equal(4)
  })

  it('limits the unfinished pictures of a network and of all shoppers, but draws for staff', async () => {
    let finish = (): void => undefined
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const slow: JobPool = {
      run: async (job, input, call) => {
        if (!call.caller.name.startsWith('compose-picture')) throw new Error(call.caller.name)
        if ((input as unknown as readonly PictureLayer[]).length > 1) await finished
        return inPlace.run(job, input, call)
      },
    }
    const two = async () => [square('#ff0000'), square('#ff0000')]
    const pictures = new QueuedPictureComposer(slow, { perNetwork: 2, waiting: 3 })
    const compose = (key: string, network: string) => pictures.compose(key, two, { network })
    const waiting = [compose('a', 'one'), compose('b', 'one')]
    const codeOf = async (work: Promise<unknown>) => ((await catchError(work)) as ServiceError).code
    expect(await codeOf(compose('c', 'one'))).to.equal('TOO_MANY_REQUESTS')
    waiting.push(compose('c', 'two'))
    expect(await codeOf(compose('d', 'three'))).to.equal('NOT_READY')
    expect(await pictures.compose('e', loads, 'staff')).to.be.instanceOf(Uint8Array)
    finish()
    for (const picture of await Promise.all(waiting)) expect(picture).to.be.instanceOf(Uint8Array)
    expect(await compose('d', 'three')).to.be.instanceOf(Uint8Array)
  })

  it('remembers layers that cannot be drawn or take too long, and reports no failure for them', async () => {
    const pictures = new QueuedPictureComposer(inPlace)
    const broken = async () => [{ type: 'image/png', bytes: new Uint8Array(3) }]
    expect(await pictures.compose('a', broken, 'staff')).to.equal(null)
    expect(await pictures.compose('a', broken, 'staff')).to.equal(null)
    expect(runs).to.equal(1)
    const tooSlow: JobPool = { run: () => Promise.reject(ValidationError.of('seconds', 'Too slow.')) }
    expect(await new QueuedPictureComposer(tooSlow).compose('a', loads, 'staff')).to.equal(null)
  })
})
