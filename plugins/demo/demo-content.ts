// Product lists and pages of the demo shop, in its three languages.
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

const pictures = { BLIND: 'demo-blind-whole.jpg', DELL: 'demo-laptop-whole.svg', DESK: 'demo-desk-whole.jpg' } as const

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

/** Product lists of the demo shop on two levels, and the opening of its home page. */
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

interface DemoPage {
  readonly kind: 'imprint' | 'privacy' | 'terms' | 'withdrawal' | 'shipping' | 'contact'
  readonly title: DemoText
  readonly label: DemoText
  readonly content: DemoText
}

const notice = {
  en: '<p><strong>Example text of a demo shop. You cannot buy anything here. Replace it with your own text.</strong></p>',
  de: '<p><strong>Beispieltext eines Demo-Shops. Sie können hier nichts kaufen. Ersetzen Sie ihn durch Ihren eigenen Text.</strong></p>',
  he: '<p><strong>טקסט לדוגמה של חנות הדגמה. אי אפשר לקנות כאן. החליפו אותו בטקסט שלכם.</strong></p>',
}

const createContent = (en: string, de: string, he: string): DemoText => createText(notice.en + en, notice.de + de, notice.he + he)

/** In the order of the footer. */
export const demoPages: readonly DemoPage[] = [
  {
    kind: 'shipping',
    title: createText('Shipping and payment', 'Versand und Zahlung', 'משלוח ותשלום'),
    label: createText('shipping', 'versand', 'shipping'),
    content: createContent(
      '<h2>Shipping</h2><p>Parcels within Germany take about two days after production. Heavy goods are delivered on a pallet. Checkout shows the price for your address.</p><h2>Payment</h2><p>You can pay by bank transfer. Within Germany you can also pay on delivery.</p>',
      '<h2>Versand</h2><p>Pakete innerhalb Deutschlands sind nach der Fertigung etwa zwei Tage unterwegs. Schwere Waren kommen auf einer Palette. Die Kasse zeigt den Preis für Ihre Adresse.</p><h2>Zahlung</h2><p>Sie können per Überweisung zahlen. Innerhalb Deutschlands ist auch Nachnahme möglich.</p>',
      '<h2>משלוח</h2><p>חבילות בתוך גרמניה מגיעות בערך יומיים לאחר הייצור. מוצרים כבדים נשלחים על משטח. הקופה מציגה את המחיר לכתובת שלכם.</p><h2>תשלום</h2><p>אפשר לשלם בהעברה בנקאית. בתוך גרמניה אפשר לשלם גם במסירה.</p>',
    ),
  },
  {
    kind: 'contact',
    title: createText('Contact', 'Kontakt', 'יצירת קשר'),
    label: createText('contact', 'kontakt', 'contact'),
    content: createContent(
      '<p>Write to <a href="mailto:support@shop.example">support@shop.example</a> or call <a href="tel:+49300000000">+49 30 0000000</a>, Monday to Friday from 9 to 17.</p>',
      '<p>Schreiben Sie an <a href="mailto:support@shop.example">support@shop.example</a> oder rufen Sie <a href="tel:+49300000000">+49 30 0000000</a> an, Montag bis Freitag von 9 bis 17 Uhr.</p>',
      '<p>כתבו אל <a href="mailto:support@shop.example">support@shop.example</a> או התקשרו אל <a href="tel:+49300000000"><bdi>+49 30 0000000</bdi></a>, בימים שני עד שישי בין 9 ל־17.</p>',
    ),
  },
  {
    kind: 'imprint',
    title: createText('Imprint', 'Impressum', 'פרטי העסק'),
    label: createText('imprint', 'impressum', 'imprint'),
    content: createContent(
      '<p>Demo shop<br>Sample Street 1<br>10115 Berlin<br>Germany</p><p>Commercial register: HRB 00000<br>VAT ID: DE123456788</p>',
      '<p>Demo shop<br>Sample Street 1<br>10115 Berlin<br>Deutschland</p><p>Handelsregister: HRB 00000<br>USt-IdNr.: DE123456788</p>',
      '<p>חנות הדגמה<br>רחוב לדוגמה 1<br>10115 ברלין<br>גרמניה</p><p>מספר רישום: <bdi>HRB 00000</bdi><br>מספר עוסק: <bdi>DE123456788</bdi></p>',
    ),
  },
  {
    kind: 'terms',
    title: createText('Terms and conditions', 'AGB', 'תנאים'),
    label: createText('terms', 'agb', 'terms'),
    content: createContent(
      '<h2>Contract</h2><p>You make an offer with the button at the end of checkout. The contract is concluded when we confirm the order by e-mail.</p><h2>Prices</h2><p>All prices include VAT. Shipping costs are added.</p><h2>Made to measure</h2><p>We make each product to your dimensions. Please check your entries before you order.</p>',
      '<h2>Vertrag</h2><p>Mit dem Knopf am Ende der Kasse geben Sie ein Angebot ab. Der Vertrag kommt zustande, wenn wir die Bestellung per E-Mail bestätigen.</p><h2>Preise</h2><p>Alle Preise enthalten die Mehrwertsteuer. Versandkosten kommen hinzu.</p><h2>Maßanfertigung</h2><p>Wir fertigen jedes Produkt nach Ihren Maßen. Bitte prüfen Sie Ihre Angaben, bevor Sie bestellen.</p>',
      '<h2>החוזה</h2><p>בלחיצה על הכפתור בסוף הקופה אתם מגישים הצעה. החוזה נכרת כשאנחנו מאשרים את ההזמנה בדואר אלקטרוני.</p><h2>מחירים</h2><p>כל המחירים כוללים מע״מ. עלויות המשלוח מתווספות.</p><h2>ייצור לפי מידה</h2><p>כל מוצר מיוצר לפי המידות שלכם. נא לבדוק את הנתונים לפני ההזמנה.</p>',
    ),
  },
  {
    kind: 'withdrawal',
    title: createText('Right of withdrawal', 'Widerrufsrecht', 'זכות ביטול'),
    label: createText('withdrawal', 'widerruf', 'withdrawal'),
    content: createContent(
      '<p>Standard goods can be returned within 14 days. Made-to-measure products cannot be returned, except if they are faulty.</p>',
      '<p>Sie können Standardware innerhalb von 14 Tagen zurückgeben. Maßanfertigungen sind vom Widerruf ausgeschlossen, außer wenn sie mangelhaft sind.</p>',
      '<p>אפשר להחזיר מוצרים רגילים בתוך 14 יום. אי אפשר להחזיר מוצרים בהתאמה אישית, אלא אם הם פגומים.</p>',
    ),
  },
  {
    kind: 'privacy',
    title: createText('Privacy policy', 'Datenschutz', 'מדיניות פרטיות'),
    label: createText('privacy', 'datenschutz', 'privacy'),
    content: createContent(
      '<p>We store your name, your addresses and your order to deliver it and to write the invoice. The shop sets no cookies for advertising and loads nothing from other servers.</p>',
      '<p>Wir speichern Ihren Namen, Ihre Adressen und Ihre Bestellung, um sie zu liefern und die Rechnung zu schreiben. Der Shop setzt keine Werbe-Cookies und lädt nichts von anderen Servern.</p>',
      '<p>אנחנו שומרים את שמכם, את הכתובות ואת ההזמנה כדי לספק אותה ולהוציא חשבונית. החנות אינה משתמשת בעוגיות לפרסום ואינה טוענת דבר משרתים אחרים.</p>',
    ),
  },
]
