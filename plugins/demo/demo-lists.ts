// Product lists of the demo shop on two levels, and the opening of its home page.
import type { UnitRecords } from 'product-configurator-service'
import { createText, type DemoText, expandTexts } from './demo-text.js'

interface DemoList {
  readonly title: DemoText
  readonly label: DemoText
  /** A picture of one of its products. */
  readonly image: string
  readonly lists?: readonly DemoList[]
  /** SKUs. */
  readonly products: readonly string[]
}

const pictures = { BLIND: 'demo-blind-whole.svg', DELL: 'demo-laptop-whole.svg', DESK: 'demo-desk-whole.svg' } as const

const demoLists: readonly DemoList[] = [
  {
    title: createText('Home', 'Wohnen', 'בית'),
    label: createText('home', 'wohnen', 'home'),
    image: pictures.BLIND,
    products: ['BLIND', 'DESK'],
    lists: [
      {
        title: createText('Blinds', 'Rollos', 'וילונות גלילה'),
        label: createText('blinds', 'rollos', 'blinds'),
        image: pictures.BLIND,
        products: ['BLIND'],
      },
    ],
  },
  {
    title: createText('Office', 'Büro', 'משרד'),
    label: createText('office', 'buero', 'office'),
    image: pictures.DESK,
    products: ['DESK', 'DELL'],
    lists: [
      {
        title: createText('Desks', 'Schreibtische', 'שולחנות'),
        label: createText('desks', 'schreibtische', 'desks'),
        image: pictures.DESK,
        products: ['DESK'],
      },
      {
        title: createText('Laptops', 'Laptops', 'מחשבים ניידים'),
        label: createText('laptops', 'laptops', 'laptops'),
        image: pictures.DELL,
        products: ['DELL'],
      },
    ],
  },
]

const heroTitle = createText('Made to measure for your home', 'Nach Maß für Ihr Zuhause', 'בהתאמה אישית לבית שלכם')
const heroText = createText(
  'Choose material, size and colour, and see the price at once. We make it for you.',
  'Wählen Sie Material, Maße und Farbe und sehen Sie sofort den Preis. Wir fertigen für Sie.',
  'בחרו חומר, מידות וצבע וראו מיד את המחיר. אנחנו מייצרים עבורכם.',
)

const toThemeText = (text: DemoText, languages: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(languages.map((tag) => [tag, text.in(tag)]))

export async function writeDemoLists(records: UnitRecords, languages: readonly string[]): Promise<void> {
  const { records: products } = await records.list('product', { limit: 200, sort: 'id' })
  async function writeList({ lists = [], products: skus, ...fields }: DemoList, parent: number | null): Promise<void> {
    const { id } = await records.write('product-list', expandTexts({ ...fields, parent_id: parent }, languages))
    for (const product of products.filter(({ sku }) => skus.includes(String(sku))))
      await records.write('product-list-assignment', { product_id: product.id, product_list_id: id })
    for (const list of lists) await writeList(list, id)
  }
  for (const list of demoLists) await writeList(list, null)
  const hero = { title: toThemeText(heroTitle, languages), text: toThemeText(heroText, languages) }
  await records.write('settings', { theme: { hero }, theme_hero: pictures.BLIND }, { id: 1 })
}
