// Seeds the demo shop in one unit per step. Finished steps are recorded, so an interrupted seed continues where it stopped.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  confirmCopies,
  addMissingNotifications,
  addNotificationTexts,
  lockSystemVariable,
  getVersionedSnapshot,
  setSystemVariable,
  type App,
  type UnitRecords,
  createMessage,
  type MessageText,
} from 'product-configurator-service'
import { readyToApply } from '../sheets/surface.js'
import { writeDemoLists, demoPages } from './demo-content.js'
import { expandTexts, type DemoText, createText, listAllRecords } from './demo-text.js'
import { writeDemoShop } from './demo-shop.js'
import { blindPictures, type DrawingFiles, drawGradient, drawLayer, drawRoom, drawTile, tablePictures } from './drawing.js'

const progressVariable = 'demo.seed'

/** The recorded progress of the seed. */
interface SeedProgress {
  /** Keys of the finished steps. */
  readonly finished: readonly string[]
  readonly done: boolean
}

type StepOutcome = 'stands' | 'foreign' | 'wanted' | 'made'

/**
 * One step of the seed. `run` writes in a unit. `prepare` runs before the unit, only if the step is pending, and returns the writing
 * function.
 */
interface SeedStep {
  readonly key: string
  readonly run?: (records: UnitRecords) => Promise<void>
  readonly prepare?: () => Promise<(records: UnitRecords) => Promise<void>>
}

export interface SeedReport {
  /** Keys of the steps that this run finished. */
  readonly seeded: readonly string[]
  /** The reason if nothing was done; absent otherwise. */
  readonly skipped?: MessageText
}

const laptopScene =
  drawRoom(['#edf1f6', '#dbe3ec'], ['#d3b48c', '#b08d62'], 178) +
  '<path d="M0 178h480v6H0z" fill="#fff" fill-opacity=".35"/><ellipse cx="240" cy="206" rx="150" ry="9" fill="#000" fill-opacity=".18"/>' +
  '<path d="M398 168h26l-3-34h-20z" fill="#fff"/><path d="M424 142h8a6 6 0 0 1 0 18h-9" fill="none" stroke="#fff" stroke-width="4"/><path d="M405 126q-4-8 2-14m8 14q-4-8 2-14" fill="none" stroke="#aab5c4" stroke-width="2"/>'

/** Placeholder until a body is chosen. It fits inside the outline of each. */
const emptyLaptop =
  '<g fill="#fff" fill-opacity=".6" stroke="#8b97a6" stroke-dasharray="6 4"><rect x="152" y="38" width="176" height="112" rx="6"/><path d="M150 170h180l22 18v8H128v-8z"/></g>'

interface LaptopBody {
  /** Lid, base, and the highlighted edge. */
  readonly colours: readonly [string, string, string]
  /** Width of the screen's frame in pixels. */
  readonly bezel: number
  readonly depth: number
}

const laptopBodies = {
  mini: { colours: ['#b3362b', '#d65a4b', '#f0a39a'], bezel: 14, depth: 12 },
  inspiron: { colours: ['#2d5f8f', '#c8d0d9', '#e9edf1'], bezel: 9, depth: 16 },
  studio: { colours: ['#6b4a86', '#55606d', '#9c86b0'], bezel: 9, depth: 16 },
  xps: { colours: ['#30363e', '#9aa4af', '#dfe4e9'], bezel: 7, depth: 15 },
  adamo: { colours: ['#e8e6e1', '#f6f5f2', '#ffffff'], bezel: 6, depth: 8 },
  'studio-xps': { colours: ['#16191d', '#2b3138', '#e6813c'], bezel: 8, depth: 17 },
} as const satisfies Record<string, LaptopBody>

function drawBody({ colours: [lid, base, edge], bezel, depth }: LaptopBody): string {
  const [x, y, width, height] = [150 - bezel, 36 - bezel, 180 + 2 * bezel, 116 + 2 * bezel]
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${lid}"/><rect x="${x}" y="${y}" width="${width}" height="2.5" rx="1" fill="${edge}"/>` +
    '<rect x="150" y="36" width="180" height="116" fill="#0c1117"/><circle cx="240" cy="32" r="1.6" fill="#7cb8ff"/>' +
    `<path d="M${x + 4} 168h${width - 8}l30 22H${x - 26}z" fill="${base}"/><path d="M${x + 14} 172h${width - 28}l14 10H${x}z" fill="#10151b" fill-opacity=".75"/><path d="M212 184h56l3 5h-62z" fill="#000" fill-opacity=".25"/>` +
    `<path d="M${x - 26} 190h${width + 52}q4 0 3 ${depth / 2}t-7 ${depth / 2}H${x - 22}q-6 0-7-${depth / 2}t3-${depth / 2}z" fill="${lid}"/><path d="M${x - 26} 190h${width + 52}" stroke="${edge}" stroke-width="2"/>` +
    `<rect x="${x + 16}" y="160" width="${width - 32}" height="8" rx="3" fill="#10151b"/>`
  )
}

const drawScreen = (content: string): string =>
  `<svg x="150" y="36" width="180" height="116" viewBox="0 0 180 116">${content}</svg>`
const drawTaskBar = (fill: string): string => `<rect y="106" width="180" height="10" fill="${fill}"/>`

const screenDrawings = {
  vista: drawScreen(
    `${drawGradient('vista', ['#0d3b3f', '#1f8a70', '#0b2b4a'])}<rect width="180" height="116" fill="url(#vista)"/><path d="M0 90q60-70 180-60v14Q80 30 0 104z" fill="#b5f0c8" fill-opacity=".4"/>${drawTaskBar('#0a1518')}`,
  ),
  xp: drawScreen(
    `${drawGradient('xp', ['#3f86e0', '#b9dcf7'])}<rect width="180" height="116" fill="url(#xp)"/><path d="M0 84q50-34 100-12t80-14v58H0z" fill="#6ca32f"/><path d="M24 26q10-10 22 0 12-4 14 6H20q-4-6 4-6z" fill="#fff"/>${drawTaskBar('#245edb')}<rect y="106" width="30" height="10" rx="3" fill="#3c9b34"/>`,
  ),
  ubuntu: drawScreen(
    `${drawGradient('ubuntu', ['#5e2750', '#dd4814'], true)}<rect width="180" height="116" fill="url(#ubuntu)"/><circle cx="110" cy="64" r="30" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width="10"/><rect width="180" height="9" fill="#2c001e"/>`,
  ),
  seven: drawScreen(
    `${drawGradient('seven', ['#1b5fa8', '#52a9e0', '#0d3f78'])}<rect width="180" height="116" fill="url(#seven)"/><path d="M90 116L30 0h26zm0 0L150 0h-24z" fill="#fff" fill-opacity=".16"/>${drawTaskBar('#12304f')}<circle cx="9" cy="111" r="5" fill="#7cb8ff"/>`,
  ),
  eight: drawScreen(
    '<rect width="180" height="116" fill="#2b1a5a"/><path d="M14 24h34v24H14z" fill="#2d89ef"/><path d="M52 24h24v24H52z" fill="#00a300"/><path d="M14 52h24v24H14z" fill="#da532c"/><path d="M42 52h34v24H42z" fill="#9f00a7"/><path d="M84 24h40v24H84z" fill="#00aba9"/><path d="M84 52h18v24H84z" fill="#ffc40d"/><path d="M106 52h18v24h-18z" fill="#b91d47"/>',
  ),
}

/** A part in the row in front of the laptop. Its label is the same in every language. */
const drawPart = (place: number, icon: string, name: string): string =>
  `<g transform="translate(${14 + place * 115} 222)"><rect width="107" height="38" rx="7" fill="#fff"/><rect width="107" height="38" rx="7" fill="none" stroke="#000" stroke-opacity=".12"/>` +
  `<g transform="translate(8 8)">${icon}</g><text x="37" y="24" font-family="system-ui, sans-serif" font-size="11.5" font-weight="600" fill="#1c2430">${name}</text></g>`

const hardDiskIcon =
  '<rect width="22" height="22" rx="3" fill="#8894a4"/><circle cx="11" cy="11" r="8" fill="#dfe4e9"/><circle cx="11" cy="11" r="2" fill="#5a6573"/><path d="M19 19l-7-7" stroke="#39424e" stroke-width="2"/>'
const flashDiskIcon =
  '<rect width="22" height="22" rx="3" fill="#1b6e3c"/><path d="M4 5h6v5H4zm8 0h6v5h-6zM4 12h6v5H4zm8 0h6v5h-6z" fill="#10161d"/>'
const memoryIcon =
  '<rect y="4" width="22" height="14" rx="1" fill="#2f7d4f"/><path d="M2 7h4v6H2zm6 0h4v6H8zm6 0h4v6h-4z" fill="#10161d"/><path d="M2 18h18" stroke="#e6c34a" stroke-width="2" stroke-dasharray="2 1"/>'
const processorIcon =
  '<path d="M4 0v22M9 0v22m5-22v22m5-22v22M0 4h22M0 9h22M0 14h22M0 19h22" stroke="#aab5c4"/><rect x="3" y="3" width="16" height="16" rx="2" fill="#2d5f8f"/><path d="M7 11h8" stroke="#fff" stroke-width="2"/>'
const discIcon =
  '<circle cx="11" cy="11" r="11" fill="#c9b8e8"/><path d="M11 11L1 6a11 11 0 0 1 8-6zM11 11l10 5a11 11 0 0 1-8 6z" fill="#fff" fill-opacity=".6"/><circle cx="11" cy="11" r="3" fill="#fff"/>'

const driveLabels = { '500': '500 GB', '320': '320 GB', '250': '250 GB', '160': '160 GB', '120': '120 GB', '80': '80 GB' }
const memoryLabels = { more: '&gt; 4 GB', '4': '4 GB', '3': '3 GB', '2': '2 GB', '1': '1 GB' }
const processorLabels = { duo: 'Core 2 Duo', pentium: 'Pentium', celeron: 'Celeron', atom: 'Atom' }
const discLabels = { cd: 'DVD +RW', dvd: 'DVD ±RW', combo: 'Combo', blu: 'Blu-ray' }

/** A weight class as an object of that weight: a feather, a book, a stack of books. */
const weightDrawings = {
  ultra: '<path d="M40 62q-4-22 18-34-2 24-16 30l-4 10z" fill="#8fb3a5"/>',
  light: '<rect x="32" y="50" width="38" height="11" rx="2" fill="#2d6ba3"/>',
  heavy:
    '<rect x="30" y="54" width="42" height="11" rx="2" fill="#5a6573"/><rect x="34" y="42" width="36" height="11" rx="2" fill="#2d6ba3"/><rect x="31" y="30" width="38" height="11" rx="2" fill="#c0392b"/>',
}

const drawFiles = (group: string, parts: Readonly<Record<string, string>>, draw: (content: string) => string): DrawingFiles =>
  Object.fromEntries(Object.entries(parts).map(([name, content]) => [`demo-laptop-${group}-${name}.svg`, draw(content)]))

const drawBodyTile = (name: keyof typeof laptopBodies): string =>
  drawTile(`<g transform="translate(-34 4) scale(.475)">${drawBody(laptopBodies[name])}${screenDrawings.seven}</g>`)

/** SVG layers of the laptop: body, screen content, a row of its parts, and packaging. */
const laptopPictures: DrawingFiles = {
  'demo-laptop.svg': drawLayer(laptopScene, emptyLaptop),
  'demo-laptop-whole.svg': drawLayer(laptopScene, drawBody(laptopBodies.xps), screenDrawings.seven),
  ...Object.fromEntries(
    (Object.keys(laptopBodies) as (keyof typeof laptopBodies)[]).flatMap((name) => [
      [`demo-laptop-body-${name}.svg`, drawLayer(drawBody(laptopBodies[name]))],
      [`demo-laptop-tile-${name}.svg`, drawBodyTile(name)],
    ]),
  ),
  ...drawFiles('screen', screenDrawings, drawLayer),
  ...drawFiles('drive', driveLabels, (name) => drawLayer(drawPart(0, hardDiskIcon, name))),
  'demo-laptop-drive-flash.svg': drawLayer(drawPart(0, flashDiskIcon, '128 GB')),
  ...drawFiles('memory', memoryLabels, (name) => drawLayer(drawPart(1, memoryIcon, name))),
  ...drawFiles('processor', processorLabels, (name) => drawLayer(drawPart(2, processorIcon, name))),
  ...drawFiles('disc', discLabels, (name) => drawLayer(drawPart(3, discIcon, name))),
  ...drawFiles('weight', weightDrawings, (content) => drawLayer(`<g transform="translate(0 112)">${content}</g>`)),
  'demo-laptop-bulk.svg': drawLayer(
    '<path d="M348 118h92v60h-92z" fill="#c99a62"/><path d="M348 118h92l-10-14h-72z" fill="#dcb17d"/><path d="M388 104h12v34h-12z" fill="#a87c45"/>',
  ),
  'demo-laptop-gift.svg': drawLayer(
    '<path d="M232 22h16v176h-16z" fill="#c0392b" fill-opacity=".9"/><path d="M240 28q-34-34-42-10t42 10q34-34 42-10t-42 10z" fill="#e05a4b"/><circle cx="240" cy="28" r="6" fill="#c0392b"/>',
  ),
  'demo-laptop-express.svg': drawLayer(
    '<path d="M390 24h44v26h-44zm44 8h14l10 10v8h-24z" fill="#2d6ba3"/><circle cx="404" cy="52" r="6" fill="#232a33"/><circle cx="444" cy="52" r="6" fill="#232a33"/><path d="M364 30h18m-24 8h24m-14 8h14" stroke="#7cb8ff" stroke-width="3" stroke-linecap="round"/>',
  ),
  'demo-laptop-sample.svg': drawLayer(
    '<path d="M62 186q-4-28 6-34h24q10 6 6 34z" fill="#e6c34a"/><path d="M66 152h28" stroke="#8f6530" stroke-width="4"/>',
  ),
}

// The demo's products: each is a product sheet under data/ with its drawings.

interface DemoProduct {
  /** Also the file name of the sheet. */
  readonly key: string
  /** Drawings by file name. */
  readonly pictures: DrawingFiles
  /** The names of its rendered pictures in `data/pictures` begin with one of these. */
  readonly renderings: readonly string[]
}

const demoProducts: readonly DemoProduct[] = [
  { key: 'roller-blind', pictures: blindPictures, renderings: ['demo-blind', 'demo-fabric'] },
  { key: 'dell-laptop', pictures: laptopPictures, renderings: [] },
  { key: 'standing-desk', pictures: tablePictures, renderings: ['demo-desk', 'demo-wood'] },
]

/** A path in the source tree: the compiler does not copy the data. */
const resolveDataPath = (name: string): string => fileURLToPath(new URL(`../../../plugins/demo/data/${name}`, import.meta.url))

const readProductSheet = ({ key }: DemoProduct): string => readFileSync(resolveDataPath(`${key}.yaml`), 'utf8')

/** The bytes of all pictures of a product, by file name. */
function readPictures({ pictures, renderings }: DemoProduct): readonly (readonly [name: string, bytes: Uint8Array])[] {
  const names = readdirSync(resolveDataPath('pictures')).filter((name) => renderings.some((prefix) => name.startsWith(prefix)))
  return [
    ...Object.entries(pictures).map(([name, drawing]) => [name, new TextEncoder().encode(drawing)] as const),
    ...names.map((name) => [name, readFileSync(resolveDataPath(`pictures/${name}`))] as const),
  ]
}

/** Activates the languages. The first one stays the store's default. */
async function activateLanguages(records: UnitRecords, languages: readonly string[]): Promise<void> {
  await records.write('settings', { active_languages: languages }, { id: 1 })
}

/** Initial records of an installation, by entity in the order of their ids. */
const initialTitles: Readonly<Record<string, readonly DemoText[]>> = {
  'customer-group': [createText('Customers', 'Kunden', 'לקוחות')],
  salutation: [createText('Ms', 'Frau', 'גברת'), createText('Mr', 'Herr', 'מר')],
  shipper: [createText('Carrier', 'Spedition', 'חברת שילוח')],
}

/** Entities with names in every language: the field of their code and the field of their name. */
const translatedEntities = [
  { entity: 'country', code: 'iso2', field: 'name', type: 'region' },
  { entity: 'currency', code: 'code', field: 'title', type: 'currency' },
] as const

/** Translates names of countries and currencies and the initial records. The rest of the shop is written in every language anyway. */
async function translateInitialRecords(records: UnitRecords, languages: readonly string[]): Promise<void> {
  for (const { entity, code, field, type } of translatedEntities) {
    const names = languages.map(
      (tag) => [`${field}_${tag.replaceAll('-', '_')}`, new Intl.DisplayNames([tag], { type })] as const,
    )
    for (const record of await listAllRecords(records, entity)) {
      const fields = Object.fromEntries(names.map(([key, displayed]) => [key, displayed.of(String(record[code]))]))
      await records.write(entity, fields, { id: record.id })
    }
  }
  for (const [entity, titles] of Object.entries(initialTitles)) {
    const storedRecords = await listAllRecords(records, entity)
    for (const [index, title] of titles.entries()) {
      const record = storedRecords[index]
      if (record) await records.write(entity, expandTexts({ title }, languages), { id: record.id })
    }
  }
}

/**
 * Seeds the demo shop through the write pipeline. Does nothing in a shop with products of its own. `further` lists additional active
 * languages.
 */
export async function seedDemo(
  app: App,
  progress: (message: MessageText) => void,
  further: readonly string[] = [],
): Promise<SeedReport> {
  const { languages: active, defaultLanguage } = (await getVersionedSnapshot(app.context)).snapshot
  const languages = [...new Set([...active, ...further])]
  const opening = {
    languages: (records: UnitRecords) => activateLanguages(records, languages),
    words: (records: UnitRecords) => translateInitialRecords(records, further),
  }
  const steps: readonly SeedStep[] = [
    ...(further.length > 0 ? Object.entries(opening).map(([key, run]) => ({ key, run })) : []),
    { key: 'shop', run: (records) => writeDemoShop({ records, languages, app }) },
    ...demoProducts.map((product) => ({ key: product.key, prepare: () => prepareProduct(app, product) })),
    { key: 'list', run: (records) => writeDemoLists(records, languages) },
    { key: 'pages', run: (records) => writePages(records, languages) },
    {
      key: 'notifications',
      run: async (records) => {
        const work = app.shop.createContext({}).within(records.unitOfWork)
        await addMissingNotifications(work)
        for (const language of further) await addNotificationTexts(work, defaultLanguage, language)
      },
    },
    // Names such as Pentium are the same in every language.
    { key: 'names', run: ({ unitOfWork }) => confirmCopies(unitOfWork, app.context.registry, languages) },
  ]
  const seeded: string[] = []
  for (const [index, { key, prepare, run }] of steps.entries()) {
    const attempt = (todo: SeedStep['run']): Promise<StepOutcome> =>
      app.records.unit(async (records) => {
        const note = JSON.parse(
          await lockSystemVariable(records.unitOfWork, progressVariable, '{"finished":[],"done":false}'),
        ) as SeedProgress
        if (note.done || note.finished.includes(key)) return 'stands'
        if (note.finished.length === 0 && (await findFirstId(records, 'product')) > 0) return 'foreign'
        if (!todo) return 'wanted'
        await todo(records)
        const finished = [...note.finished, key]
        await setSystemVariable(
          records.unitOfWork,
          progressVariable,
          JSON.stringify({ finished, done: index === steps.length - 1 }),
        )
        return 'made'
      })
    const first = await attempt(run)
    // Prepare outside the unit, so reading and drawing block no other writer.
    const outcome = first === 'wanted' && prepare ? await attempt(await prepare()) : first
    if (outcome === 'foreign') return { seeded, skipped: createMessage('results.shopHasProducts') }
    if (outcome === 'made') {
      seeded.push(key)
      progress(createMessage('results.seeded', { name: key, done: index + 1, all: steps.length }))
    }
  }
  return seeded.length > 0 ? { seeded } : { seeded, skipped: createMessage('results.seededBefore') }
}

async function prepareProduct(app: App, product: DemoProduct): Promise<(records: UnitRecords) => Promise<void>> {
  const { files } = app.context
  await Promise.all(readPictures(product).map(([name, bytes]) => files.put(name, bytes)))
  const apply = await readyToApply(app.context, readProductSheet(product))
  return async ({ unitOfWork }) => void (await apply(unitOfWork))
}

async function findFirstId(records: UnitRecords, entity: string): Promise<number> {
  const { records: rows } = await records.list(entity, { limit: 1, sort: 'id' })
  return Number(rows[0]?.['id'] ?? 0)
}

async function writePages(records: UnitRecords, languages: readonly string[]): Promise<void> {
  for (const page of demoPages) await records.write('content-page', expandTexts({ ...page }, languages))
}
