// Seeds the demo shop in one unit per step. Finished steps are recorded, so an interrupted seed continues where it stopped.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  confirmCopies,
  addMissingNotifications,
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
import { blindPictures, type DrawingFiles, tablePictures, laptopPictures } from './drawing.js'

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

/** Translates the initial records. The rest of the shop is written in every language, and the service names countries and currencies. */
async function translateInitialRecords(records: UnitRecords, languages: readonly string[]): Promise<void> {
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
  const { languages: active } = (await getVersionedSnapshot(app.context)).snapshot
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
