// The pages of a PDF document: a content column with a cursor, mirrored for right-to-left languages.
import { setImmediate } from 'node:timers/promises'
import Document from 'pdfkit'
import type { Direction } from 'product-configurator-service'
import type { Face, Faces } from './faces.js'
import { type TextMeasure, type TextLine, layoutText } from './lines.js'
import type { DrawablePicture } from './picture.js'

/** All lengths here are in points, 72 to the inch. A4. */
const pageSize = { width: 595.28, height: 841.89 }
const margin = { side: 51, top: 45, bottom: 34 }

const textColour = '#1c1c1c'
export const faintColour = '#5f6368'
const lineColour = '#c8ccd0'

export interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly colour?: string
  /** Maximum number of lines. A longer text ends with an ellipsis. */
  readonly most?: number
  /** Alignment within the column. Default `start`. */
  readonly align?: 'start' | 'end'
  /** True for amounts: the text stays on one line, in a smaller size if the column is too narrow. */
  readonly whole?: boolean
}

/** A text broken into the lines of a column. */
export interface TextBlock {
  readonly lines: readonly TextLine[]
  readonly lineHeight: number
  readonly height: number
  readonly width: number
  readonly style: TextStyle
}

export interface PaperMetadata {
  readonly direction: Direction
  readonly language: string
  readonly title: string
  readonly author: string
  readonly dated: Date
}

/** Returned by the library. `image` is set until the picture is unpacked. */
interface EmbeddedImage {
  readonly image?: object | null
  embed(document: PDFKit.PDFDocument): void
}

/** Missing in the library's types. */
interface ImageLoader {
  openImage(source: string): EmbeddedImage
}

/** Ignore the EXIF orientation: the space was measured without it. */
const imageOptions = { ignoreOrientation: true }
/** Line height, relative to the font size. */
const lineHeightFactor = 1.36
/** Distance from the top of a line to its baseline, relative to the font size. */
const baselineFactor = 1.04

export class Paper {
  /** Width of the content. */
  readonly width = pageSize.width - 2 * margin.side
  /** Height reserved at the foot of each page. */
  foot = 0
  /** The cursor, measured from the top of the page. */
  y = margin.top
  private readonly doc: PDFKit.PDFDocument
  /** By font, then by text: widths at a size of one point. */
  private readonly widths = new Map<Face, Map<string, number>>()
  private readonly images = new Map<DrawablePicture, string>()
  private readonly chunks: Uint8Array[] = []
  private readonly ended: Promise<Uint8Array>
  private onPage: (() => void) | null = null
  private pageCount = 0
  /** Index of the first page of the current document. */
  private firstPage = 0

  constructor(
    private readonly faces: Faces,
    private facts: PaperMetadata,
  ) {
    const { title, author, dated, language } = facts
    // All metadata comes from the document, so the same document always gives the same bytes.
    const info = { Title: title, Author: author, CreationDate: dated, ModDate: dated }
    this.doc = new Document({
      size: [pageSize.width, pageSize.height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      info,
      lang: language,
      displayTitle: true,
      pdfVersion: '1.7',
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

  /** The lower end of the content of a page. */
  get bottom(): number {
    return pageSize.height - margin.bottom - this.foot
  }

  get page(): number {
    return this.pageCount
  }

  /** Draws at the top of each following page, until replaced. */
  atTop(draw: (() => void) | null): void {
    this.onPage = draw
  }

  /** Begins another document of the same file, on a new page. Its pages are counted from one. */
  beginDocument(facts: PaperMetadata): void {
    this.facts = facts
    this.onPage = null
    this.foot = 0
    this.firstPage = this.pageCount
    this.addPage()
  }

  addPage(): void {
    this.doc.addPage()
    this.pageCount++
    this.y = margin.top
    this.onPage?.()
  }

  /** Adds a page unless this height is left on the current one. Content higher than a page starts at the cursor. */
  reserveHeight(height: number): void {
    const whole = this.bottom - margin.top
    if (this.y + Math.min(height, whole) > this.bottom && this.y > margin.top) this.addPage()
  }

  /** Width of the text on one line, in points. */
  widthOf(text: string, style: TextStyle): number {
    return Math.max(...layoutText(text, Infinity, this.measure(style)).map((line) => line.width))
  }

  layoutBlock(text: string, width: number, wished: TextStyle): TextBlock {
    const naturalWidth = wished.whole ? this.widthOf(text, wished) : 0
    // Rounded down: the sum of the scaled widths must not exceed the column.
    const style =
      naturalWidth > width ? { ...wished, size: Math.floor((wished.size * width * 1_000) / naturalWidth) / 1_000 } : wished
    const measure = this.measure(style)
    const all = layoutText(text, style.whole ? Infinity : Math.max(width, style.size), measure)
    const lines =
      style.most === undefined || all.length <= style.most
        ? all
        : [...all.slice(0, style.most - 1), ...layoutText('…', width, measure)]
    const lineHeight = style.size * lineHeightFactor
    return { lines, lineHeight, height: lines.length * lineHeight, width, style }
  }

  /** Draws a block at `y`, and at `x` from the start side of the language. */
  draw(block: TextBlock, x: number, y: number): void {
    block.lines.forEach((line, index) => this.line(block, line, x, y + index * block.lineHeight))
  }

  /** Draws a block at the cursor and moves it below. Lines continue on the next page if necessary. */
  flow(text: string, style: TextStyle, x = 0, width = this.width - x): void {
    const block = this.layoutBlock(text, width, style)
    for (const line of block.lines) {
      this.reserveHeight(block.lineHeight)
      this.line(block, line, x, this.y)
      this.y += block.lineHeight
    }
  }

  line({ style, width }: TextBlock, line: TextLine, x: number, y: number): void {
    const atStart = (style.align ?? 'start') === 'start'
    const startX = this.left(x, width) + (atStart === (this.facts.direction === 'ltr') ? 0 : width - line.width)
    this.doc.fillColor(style.colour ?? textColour).fontSize(style.size)
    let at = startX
    for (const { text, face, width: runWidth } of line.runs) {
      this.doc.font(face.name).text(text, at, y + style.size * baselineFactor, { lineBreak: false, baseline: 'alphabetic' })
      at += runWidth
    }
  }

  rule(x: number, width: number, y = this.y, weight = 0.5): void {
    const startX = this.left(x, width)
    this.doc
      .moveTo(startX, y)
      .lineTo(startX + width, y)
      .lineWidth(weight)
      .stroke(lineColour)
  }

  /** Draws a picture as large as the box allows, at its start side. */
  picture(picture: DrawablePicture, x: number, y: number, box: { readonly width: number; readonly height: number }): void {
    const { width, height } = fitInBox(picture, box)
    this.doc.image(this.sourceOf(picture), this.left(x, width), y, { width, height, ...imageOptions })
  }

  /**
   * Embeds a picture before drawing and waits until it is written. Otherwise pictures would be written in the order in which they are
   * unpacked, and the same document could give different bytes.
   */
  async embed(picture: DrawablePicture): Promise<void> {
    const image = (this.doc as PDFKit.PDFDocument & ImageLoader).openImage(this.sourceOf(picture))
    image.embed(this.doc)
    while (image.image) await setImmediate()
  }

  /** The source is the picture's content, so each picture is embedded only once. */
  private sourceOf(picture: DrawablePicture): string {
    const source = this.images.get(picture) ?? `data:image;base64,${Buffer.from(picture.bytes).toString('base64')}`
    this.images.set(picture, source)
    return source
  }

  /** Draws on every page of the current document once all exist. Pages are counted from one. */
  onEach(draw: (page: number, pages: number) => void): void {
    this.onPage = null
    const pages = this.pageCount - this.firstPage
    for (let page = 1; page <= pages; page++) {
      this.doc.switchToPage(this.firstPage + page - 1)
      draw(page, pages)
    }
  }

  /** Ends the document and returns the bytes of the file. */
  end(): Promise<Uint8Array> {
    this.doc.end()
    return this.ended
  }

  private left(x: number, width: number): number {
    return this.facts.direction === 'ltr' ? margin.side + x : pageSize.width - margin.side - x - width
  }

  private measure({ size, bold }: TextStyle): TextMeasure {
    return { faces: bold ? this.faces.bold : this.faces.regular, widthOf: (text, face) => this.unitWidthOf(text, face) * size }
  }

  /** Measured by the library, which caches the layout of each word and draws with the same layout. */
  private unitWidthOf(text: string, face: Face): number {
    const faceWidths = this.widths.get(face) ?? new Map<string, number>()
    this.widths.set(face, faceWidths)
    const width = faceWidths.get(text) ?? this.doc.font(face.name).fontSize(1).widthOfString(text)
    faceWidths.set(text, width)
    return width
  }
}

/** The size of a picture in a box, with at most one point per pixel. */
export function fitInBox(
  { width, height }: DrawablePicture,
  box: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: width * scale, height: height * scale }
}
