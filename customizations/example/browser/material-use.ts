// Admin screen of materials: lists each material with its products and runs the action that replaces the material.
import type { AdminKit, OpenAdminPart } from 'product-configurator-service'

interface Material {
  readonly id: number
  readonly title: string
  readonly code: string
}

interface Answer<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly total: number }
}

const words = {
  en: {
    material: 'Material',
    code: 'Code',
    products: 'Products',
    replace: 'Replace by',
    choose: 'Replace {title} by',
    run: 'Replace',
    done: '{count} products changed.',
    none: 'There are no materials yet.',
    more: 'Show more',
    nothing: 'Choose a material',
  },
  de: {
    material: 'Material',
    code: 'Code',
    products: 'Produkte',
    replace: 'Ersetzen durch',
    choose: '{title} ersetzen durch',
    run: 'Ersetzen',
    done: '{count} Produkte geändert.',
    none: 'Noch keine Materialien.',
    more: 'Mehr zeigen',
    nothing: 'Material wählen',
  },
}

/** Page size. */
const atOnce = 50

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const newElement = document.createElement(name)
  newElement.append(...content)
  return newElement
}

export const open: OpenAdminPart = (host: HTMLElement, kit: AdminKit) => {
  const texts = kit.language === 'de' ? words.de : words.en
  const rows = element('tbody')
  const materials: Material[] = []

  const countOf = async (id: number): Promise<number> =>
    ((await kit.ask('GET', `records/product?filter[material_id]=${id}&limit=1`)) as Answer<unknown>).meta.total

  const fail = (error: unknown): void => kit.tell((error as Error).message)

  async function replace(from: Material, to: number): Promise<void> {
    const { changed } = (await kit.ask('POST', 'actions/replace-material', { from: from.id, to })) as { readonly changed: number }
    kit.tell(texts.done.replace('{count}', String(changed)))
    await draw()
  }

  function replacement(from: Material): HTMLElement {
    const choice = element('select', element('option', texts.nothing))
    choice.ariaLabel = texts.choose.replace('{title}', from.title)
    for (const { id, title } of materials) {
      if (id === from.id) continue
      const option = element('option', title)
      option.value = String(id)
      choice.append(option)
    }
    const button = element('button', texts.run)
    button.type = 'button'
    button.ariaLabel = `${texts.run}: ${from.title}`
    button.addEventListener('click', () => {
      if (choice.selectedIndex > 0) void replace(from, Number(choice.value)).catch(fail)
      else choice.focus()
    })
    return element('td', choice, ' ', button)
  }

  async function row(material: Material): Promise<HTMLElement> {
    const products = await countOf(material.id)
    const link = element('a', material.title)
    link.href = kit.page(`records/material/${material.id}`)
    const name = element('th', link)
    name.scope = 'row'
    const all = element('a', String(products))
    all.href = kit.page(`records/product?filter[material_id]=${material.id}`)
    return element('tr', name, element('td', material.code), element('td', all), ...(kit.mayWrite ? [replacement(material)] : []))
  }

  async function load(): Promise<void> {
    const path = `records/material?sort=code&limit=${atOnce}&offset=${materials.length}`
    const { data, meta } = (await kit.ask('GET', path)) as Answer<Material>
    materials.push(...data)
    more.hidden = materials.length >= meta.total
  }

  async function draw(): Promise<void> {
    rows.replaceChildren(...(await Promise.all(materials.map(row))))
    if (materials.length === 0) host.replaceChildren(element('p', texts.none))
    else host.replaceChildren(frame, more)
  }

  const more = element('button', texts.more)
  more.type = 'button'
  more.addEventListener('click', () => void load().then(draw).catch(fail))
  const heads = [texts.material, texts.code, texts.products, ...(kit.mayWrite ? [texts.replace] : [])].map((text) => {
    const head = element('th', text)
    head.scope = 'col'
    return head
  })
  const table = element('table', element('thead', element('tr', ...heads)), rows)
  table.className = 'grid'
  const frame = element('div', table)
  frame.className = 'grid-scroll'
  frame.tabIndex = 0
  frame.role = 'region'
  frame.ariaLabel = texts.products
  void load().then(draw).catch(fail)
}
