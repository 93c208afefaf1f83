// Detects the format of a foreign product model and converts it to a draft of a product sheet.
import {
  createMessage,
  decodeText,
  FileFault,
  FileFindings,
  formatValue,
  maxFileBytes,
  ServiceError,
  readXmlTree,
  type XmlElement,
} from 'product-configurator-service'
import { listFirst, type SheetDraft, type ModelFormat, type ModelOptions, translateWord } from './define.js'
import {
  type FeatureModel,
  type Constraint,
  type Feature,
  FeatureCount,
  type FeatureGroup,
  featureLimits,
  type Formula,
} from './feature/define.js'
import { createFeatureDraft } from './feature/sheet.js'
import { readFeatureIde } from './feature/featureide.js'
import { readUvl } from './feature/uvl.js'
import { interpretTables } from './matrix/interpret.js'
import { readSourceTable } from './matrix/layout.js'
import { createMatrixDraft } from './matrix/sheet.js'
import type { ShopProduct } from './shop/define.js'
import { createShopDraft } from './shop/sheet.js'
import { isShopify, readShopify } from './shop/shopify.js'
import { isWooCommerce, readWooCommerce } from './shop/woocommerce.js'
import { type Grid, readCsvGrid } from './workbook/grid.js'

type FeatureFormat = 'featureide' | 'sxfm' | 'uvl'

type TreeMark = 'r' | 'm' | 'o' | 'g' | ''

interface TreeLine {
  readonly depth: number
  readonly mark: TreeMark
  readonly title: string
  readonly id: string
  readonly cardinality: string
  readonly number: number
}

/** `:o Home page(homepage)`, `:g (_id_0) [1,*]`, `: Print(_id_7)`; the leading blanks give the depth. */
const linePattern = /^(?<blanks>[ \t]*):(?<mark>[rmog]?)(?=[ \t])(?<rest>.*)$/
const cardinalityPattern = /\[[ \t]*(\d{1,6})[ \t]*,[ \t]*(\d{1,6}|\*)[ \t]*\]$/

function parseTreeLine(text: string, number: number): TreeLine {
  const groups = linePattern.exec(text)?.groups
  if (!groups)
    throw new FileFault('feature-tree', createMessage('models.treeLineInvalid', { text: formatValue(text.trim()) }), number)
  const mark = groups['mark'] as TreeMark
  let rest = groups['rest']!.trim()
  let cardinality = ''
  if (mark === 'g') {
    const at = rest.lastIndexOf('[')
    cardinality = at === -1 ? '' : rest.slice(at)
    if (!cardinalityPattern.test(cardinality))
      throw new FileFault('cardinality', createMessage('models.cardinalityMissing'), number)
    rest = rest.slice(0, at).trim()
  }
  // A title may contain parentheses. The last pair contains the id.
  const from = rest.endsWith(')') ? rest.lastIndexOf('(') : -1
  const id = from === -1 ? '' : rest.slice(from + 1, -1).trim()
  const title = from === -1 ? rest : rest.slice(0, from).trim()
  return { depth: groups['blanks']!.length, mark, title: title || id, id: id || title, cardinality, number }
}

class SxfmTreeReader {
  private at = 0
  private readonly count = new FeatureCount()

  constructor(private readonly lines: readonly TreeLine[]) {}

  root(): Feature {
    const [first] = this.lines
    if (first?.mark !== 'r') throw new FileFault('feature-tree', createMessage('models.treeStart'), first?.number)
    this.at = 1
    const root = this.feature(first, 1)
    const extraLine = this.lines[this.at]
    if (extraLine)
      throw new FileFault(
        'feature-tree',
        createMessage('models.besideRoot', { name: formatValue(extraLine.title) }),
        extraLine.number,
      )
    return root
  }

  private feature(line: TreeLine, depth: number): Feature {
    this.count.add(depth, line.number)
    if (line.id === '') throw new FileFault('feature-name', createMessage('models.featureUnnamed'), line.number)
    const groups: FeatureGroup[] = []
    for (const child of this.below(line)) {
      if (child.mark === 'g') groups.push(this.group(child, depth))
      else if (child.mark === 'm' || child.mark === 'o')
        groups.push({ min: child.mark === 'm' ? 1 : 0, max: 1, members: [this.feature(child, depth + 1)], line: child.number })
      else if (child.mark === 'r') throw new FileFault('feature-tree', createMessage('models.secondRoot'), child.number)
      else throw new FileFault('feature-tree', createMessage('models.memberWithoutGroup'), child.number)
    }
    return {
      name: line.id,
      title: line.title,
      isAbstract: false,
      description: '',
      input: null,
      attributes: new Map(),
      groups,
      line: line.number,
    }
  }

  private group(line: TreeLine, depth: number): FeatureGroup {
    const members: Feature[] = []
    for (const child of this.below(line)) {
      if (child.mark !== '') throw new FileFault('feature-tree', createMessage('models.groupMembersOnly'), child.number)
      members.push(this.feature(child, depth + 1))
    }
    const [, min = '', max = ''] = cardinalityPattern.exec(line.cardinality) ?? []
    return { min: Number(min), max: max === '*' ? members.length : Number(max), members, line: line.number }
  }

  /** Yields the lines one level deeper. The caller reads the children of each line before it takes the next line. */
  private *below(line: TreeLine): Generator<TreeLine> {
    const depth = this.lines[this.at]?.depth ?? 0
    if (depth <= line.depth) return
    for (let next = this.lines[this.at]; next && next.depth > line.depth; next = this.lines[this.at]) {
      if (next.depth !== depth)
        throw new FileFault(
          'indentation',
          createMessage('models.indentation', { text: formatValue(next.title || next.id) }),
          next.number,
        )
      this.at++
      yield next
    }
  }
}

const literalPattern = /^(~?)[ \t]*([^~\s()][^~()]*)$/

function parseClause(text: string, number: number): Constraint {
  const colon = text.indexOf(':')
  if (colon === -1)
    throw new FileFault('constraint', createMessage('models.constraintUnnamed', { text: formatValue(text) }), number)
  const parts = text
    .slice(colon + 1)
    .split(/\bor\b/i)
    .map((part): Formula => {
      const [, sign, name] = literalPattern.exec(part.trim()) ?? []
      if (name === undefined)
        throw new FileFault('constraint', createMessage('models.literalInvalid', { text: formatValue(part.trim()) }), number)
      const feature: Formula = { kind: 'feature', name: name.trim() }
      return sign === '~' ? { kind: 'not', of: feature } : feature
    })
  return { formula: { kind: 'or', parts }, text: text.slice(0, colon).trim(), line: number }
}

/** Non-blank lines of an element's text, with their line numbers. */
function splitElementLines({ text, line }: XmlElement): readonly (readonly [string, number])[] {
  return text.split(/\r?\n/).flatMap((lineText, index) => (lineText.trim() === '' ? [] : [[lineText, line + index] as const]))
}

/** FileFault if the file is not an SXFM model. */
async function readSxfm(source: string): Promise<FeatureModel> {
  const root = await readXmlTree(source, 10_000)
  const part = (name: string): XmlElement | undefined => root.children.find((child) => child.name === name)
  const tree = part('feature_tree')
  if (!tree)
    throw new FileFault(
      'format',
      createMessage('models.elementMissing', { parent: formatValue(root.name), child: 'feature_tree' }),
      root.line,
    )
  const constraints = part('constraints')
  const clauses = constraints ? splitElementLines(constraints) : []
  if (clauses.length > featureLimits.constraints)
    throw new FileFault(
      'too-large',
      createMessage('models.tooManyConstraints', { most: featureLimits.constraints }),
      constraints?.line,
    )
  return {
    name: root.attributes.get('name')?.trim() ?? '',
    root: new SxfmTreeReader(splitElementLines(tree).map(([text, number]) => parseTreeLine(text, number))).root(),
    constraints: clauses.map(([text, number]) => parseClause(text.trim(), number)),
  }
}

const featureReaders: Readonly<
  Record<FeatureFormat, (text: string, findings: FileFindings) => FeatureModel | Promise<FeatureModel>>
> = {
  featureide: readFeatureIde,
  sxfm: (text) => readSxfm(text),
  uvl: readUvl,
}

const shopReaders: Readonly<
  Record<'shopify' | 'woocommerce', (grid: Grid, findings: FileFindings, today: string) => readonly ShopProduct[]>
> = {
  shopify: readShopify,
  woocommerce: readWooCommerce,
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
/** Signature of workbooks from before 2007, and of workbooks with a password. */
const compoundSignature = [0xd0, 0xcf, 0x11, 0xe0]

/** Detects the format by content; FileFault for an unknown format. */
function detectFormat(text: string): ModelFormat {
  if (/^\s*</.test(text)) {
    if (text.includes('<feature_tree')) return 'sxfm'
    if (/<(\w{1,20}:)?(extendedFeatureModel|featureModel)\b/.test(text)) return 'featureide'
    throw new FileFault('format', createMessage('models.xmlUnknown'))
  }
  if (/^[ \t]*features[ \t]*(?:\/[/*][^\n]*)?\r?$/m.test(text)) return 'uvl'
  const [head = '', second = ''] = text.split('\n', 2)
  if (isShopify(head)) return 'shopify'
  if (isWooCommerce(head)) return 'woocommerce'
  if (/[;,\t]/.test(second)) return 'matrix'
  throw new FileFault('format', createMessage('models.formatUnknown'))
}

function readMatrix(grids: readonly Grid[], options: ModelOptions, findings: FileFindings): SheetDraft | null {
  if (grids.length === 0) throw new FileFault('empty', createMessage('files.workbookEmpty'))
  const tables = grids.map((grid) => readSourceTable(grid, findings))
  const group = translateWord('group', options.languages.slice(0, 1))
  const table = interpretTables(tables, typeof group === 'string' ? group : Object.values(group)[0]!, options, findings)
  return table && createMatrixDraft('matrix', table, options, findings)
}

/** The requested product; a file with several products needs a name. */
function selectShopProduct(products: readonly ShopProduct[], productName: string | undefined): ShopProduct {
  if (products.length === 0) throw new FileFault('empty', createMessage('models.noProduct'))
  const names = listFirst(
    products.map(({ handle }) => formatValue(handle)),
    20,
  )
  if (productName === undefined) {
    if (products.length === 1) return products[0]!
    throw new FileFault('several-products', createMessage('models.severalProducts', { count: products.length, names }))
  }
  const product = products.find(({ handle }) => handle === productName) ?? products.find(({ title }) => title === productName)
  if (!product)
    throw new FileFault('unknown-product', createMessage('models.productUnknown', { name: formatValue(productName), names }))
  return product
}

async function createDraft(bytes: Uint8Array, options: ModelOptions, findings: FileFindings): Promise<SheetDraft | null> {
  if (bytes.length > maxFileBytes)
    throw new FileFault('too-large', createMessage('models.fileTooLarge', { most: maxFileBytes / 1_048_576 }))
  if (compoundSignature.every((byte, index) => bytes[index] === byte))
    throw new FileFault('format', createMessage('models.oldWorkbook'))
  if (isZip(bytes)) {
    if (options.format !== undefined && options.format !== 'matrix')
      throw new FileFault('format', createMessage('models.zipFile'))
    const { readXlsxGrids } = await import('./workbook/xlsx.js')
    return readMatrix(await readXlsxGrids(bytes, findings, options.worksheet), options, findings)
  }
  const text = decodeText(bytes, findings)
  if (text.trim() === '') throw new FileFault('empty', createMessage('models.fileEmpty'))
  const format = options.format ?? detectFormat(text)
  if (format === 'matrix') return readMatrix([await readCsvGrid(text)], options, findings)
  if (format === 'shopify' || format === 'woocommerce')
    return createShopDraft(
      format,
      selectShopProduct(shopReaders[format](await readCsvGrid(text), findings, options.today), options.product),
      options,
      findings,
    )
  return createFeatureDraft(format, await featureReaders[format](text, findings), options, findings)
}

/** VALIDATION_FAILED on `file` with every blocker. */
export async function readModel(bytes: Uint8Array, options: ModelOptions): Promise<SheetDraft> {
  const findings = new FileFindings()
  try {
    const draft = await createDraft(bytes, options, findings)
    if (draft) return draft
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    findings.addFault(error)
  }
  findings.refuse()
  throw new ServiceError('VALIDATION_FAILED', createMessage('models.noProduct'))
}
