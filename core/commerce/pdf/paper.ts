// Sheets of paper of one document: a column of content that grows downwards, seen from the side on which its language begins.
import { setImmediate } from 'node:timers/promises'
import Document from 'pdfkit'
import type { Direction } from '../../foundation/language/direction.js'
import type { Face, Faces } from './faces.js'
import { type Measure, type SetLine, setText } from './lines.js'
import type { DrawablePicture } from './picture.js'

/** Points, as all lengths here: 72 to the inch. A4. */
const pageSize = { width: 595.28, height: 841.89 }
const margin = { side: 51, top: 45, bottom: 34 }

export const ink = '#1c1c1c'
export const faint = '#5f6368'
const lineColour = '#c8ccd0'

export interface Style {
  readonly size: number
  readonly bold?: boolean
  readonly colour?: string
  /** Lines that it has at most; what is longer ends with dots. */
  readonly most?: number
  /** Of the column in which it is set; `start` if left out. */
  readonly align?: 'start' | 'end'
  /** True for amounts: the text stays on one line, in smaller letters if the column is too narrow. */
  readonly whole?: boolean
}

/** A text that is broken into the lines of a column. */
export interface SetBlock {
  readonly lines: readonly SetLine[]
  readonly lineHeight: number
  readonly height: number
  readonly width: number
  readonly style: Style
}

export interface PaperFacts {
  readonly direction: Direction
  readonly language: string
  readonly title: string
  readonly author: string
  readonly dated: Date
}

/** What the library opens; `image` is there as long as it is unpacked. */
interface EmbeddedImage {
  readonly image?: object | null
  embed(document: PDFKit.PDFDocument): void
}

/** What the library's types leave out. */
interface PictureShelf {
  openImage(source: string): EmbeddedImage
}

/** A photograph that says it lies on its side would not fit the room that was measured for it. */
const asStored = { ignoreOrientation: true }
/** Lines stand so far apart, of their size. */
const leading = 1.36
/** From the top of a line to where its letters stand, of its size. */
const ascent = 1.04

export class Paper {
  /** Of the content. */
  readonly width = pageSize.width - 2 * margin.side
  /** Left free at the foot of each page. */
  foot = 0
  /** Down from the top of the page. */
  y = margin.top
  private readonly doc: PDFKit.PDFDocument
  /** By font, then by text: widths at a size of one point. */
  private readonly widths = new Map<Face, Map<string, number>>()
  private readonly images = new Map<DrawablePicture, string>()
  private readonly chunks: Uint8Array[] = []
  private readonly ended: Promise<Uint8Array>
  private onPage: (() => void) | null = null
  private pageCount = 0

  constructor(
    private readonly faces: Faces,
    private readonly facts: PaperFacts,
  ) {
    const { title, author, dated, language } = facts
    // Whatever it is made of comes from the document, so that the same document always gives the same bytes.
    const info = { Title: title, Author: author, CreationDate: dated, ModDate: dated }
    this.doc = new Document({
      ...{ size: [pageSize.width, pageSize.height], margin: 0, autoFirstPage: false, bufferPages: true },
      ...{ info, lang: language, displayTitle: true, pdfVersion: '1.7' },
    })
    const all = new Set([...faces.regular, ...faces.bold])
    for (const { name, bytes, member } of all) this.doc.registerFont(name, Buffer.from(bytes), member ?? undefined)
    this.ended = new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Uint8Array) => this.chunks.push(chunk))
      this.doc.on('end', () => resolve(Buffer.concat(this.chunks)))
      this.doc.on('error', reject)
    })
    this.addPage()
  }

  /** Where the content of a page ends. */
  get bottom(): number {
    return pageSize.height - margin.bottom - this.foot
  }

  get page(): number {
    return this.pageCount
  }

  /** Draws something at the top of each page that follows, until it is told otherwise. */
  atTop(draw: (() => void) | null): void {
    this.onPage = draw
  }

  addPage(): void {
    this.doc.addPage()
    this.pageCount++
    this.y = margin.top
    this.onPage?.()
  }

  /** Goes on on another page unless so much is left of this one. What no page holds begins where it is. */
  need(height: number): void {
    const whole = this.bottom - margin.top
    if (this.y + Math.min(height, whole) > this.bottom && this.y > margin.top) this.addPage()
  }

  /** Width of the text on one line, in points. */
  widthOf(text: string, style: Style): number {
    return Math.max(...setText(text, Infinity, this.measure(style)).map((line) => line.width))
  }

  set(text: string, width: number, wished: Style): SetBlock {
    const taken = wished.whole ? this.widthOf(text, wished) : 0
    // Rounded down: the sum of the scaled widths must not exceed the column.
    const style = taken > width ? { ...wished, size: Math.floor((wished.size * width * 1_000) / taken) / 1_000 } : wished
    const measure = this.measure(style)
    const all = setText(text, style.whole ? Infinity : Math.max(width, style.size), measure)
    const lines =
      style.most === undefined || all.length <= style.most
        ? all
        : [...all.slice(0, style.most - 1), ...setText('…', width, measure)]
    const lineHeight = style.size * leading
    return { lines, lineHeight, height: lines.length * lineHeight, width, style }
  }

  /** Draws a block from `x`, seen from where the language begins, and `y`. */
  draw(block: SetBlock, x: number, y: number): void {
    block.lines.forEach((line, index) => this.line(block, line, x, y + index * block.lineHeight))
  }

  /** Draws a block at the cursor and moves it below; its lines go on on the next page where one ends. */
  flow(text: string, style: Style, x = 0, width = this.width - x): void {
    const block = this.set(text, width, style)
    for (const line of block.lines) {
      this.need(block.lineHeight)
      this.line(block, line, x, this.y)
      this.y += block.lineHeight
    }
  }

  line({ style, width }: SetBlock, line: SetLine, x: number, y: number): void {
    const atStart = (style.align ?? 'start') === 'start'
    const left = this.left(x, width) + (atStart === (this.facts.direction === 'ltr') ? 0 : width - line.width)
    this.doc.fillColor(style.colour ?? ink).fontSize(style.size)
    let at = left
    for (const { text, face, width: taken } of line.runs) {
      this.doc.font(face.name).text(text, at, y + style.size * ascent, { lineBreak: false, baseline: 'alphabetic' })
      at += taken
    }
  }

  rule(x: number, width: number, y = this.y, weight = 0.5): void {
    const left = this.left(x, width)
    this.doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(weight)
      .stroke(lineColour)
  }

  /** Draws a picture as large as the box lets it be, from the side where the language begins. */
  picture(picture: DrawablePicture, x: number, y: number, box: { readonly width: number; readonly height: number }): void {
    const { width, height } = fitted(picture, box)
    this.doc.image(this.sourceOf(picture), this.left(x, width), y, { width, height, ...asStored })
  }

  /**
   * Puts a picture into the file before anything is drawn, and waits until it stands there: left to themselves, pictures would
   * come in the order in which they happen to be unpacked, and the same document would not give the same bytes.
   */
  async embed(picture: DrawablePicture): Promise<void> {
    const image = (this.doc as PDFKit.PDFDocument & PictureShelf).openImage(this.sourceOf(picture))
    image.embed(this.doc)
    while (image.image) await setImmediate()
  }

  /** Named by its contents, a picture is embedded once however often it is drawn. */
  private sourceOf(picture: DrawablePicture): string {
    const source = this.images.get(picture) ?? `data:image;base64,${Buffer.from(picture.bytes).toString('base64')}`
    this.images.set(picture, source)
    return source
  }

  /** Draws on every page once all are there: page and pages, counted from one. */
  onEach(draw: (page: number, pages: number) => void): void {
    this.onPage = null
    for (let index = 0; index < this.pageCount; index++) {
      this.doc.switchToPage(index)
      draw(index + 1, this.pageCount)
    }
  }

  /** The bytes of the file. */
  end(): Promise<Uint8Array> {
    this.doc.end()
    return this.ended
  }

  private left(x: number, width: number): number {
    return this.facts.direction === 'ltr' ? margin.side + x : pageSize.width - margin.side - x - width
  }

  private measure({ size, bold }: Style): Measure {
    return { faces: bold ? this.faces.bold : this.faces.regular, widthOf: (text, face) => this.unitWidthOf(text, face) * size }
  }

  /** Asked of the library, which lays out each word of a font once and draws it by the same layout. */
  private unitWidthOf(text: string, face: Face): number {
    const known = this.widths.get(face) ?? new Map<string, number>()
    this.widths.set(face, known)
    const width = known.get(text) ?? this.doc.font(face.name).fontSize(1).widthOfString(text)
    known.set(text, width)
    return width
  }
}

/** The size of a picture in a box, without enlarging it beyond a point for each pixel. */
export function fitted(
  { width, height }: DrawablePicture,
  box: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: width * scale, height: height * scale }
}
