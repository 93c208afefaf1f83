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
    ...{
      material: 'Material',
      code: 'Code',
      products: 'Products',
      replace: 'Replace by',
      choose: 'Replace {title} by',
      run: 'Replace',
    },
    ...{
      done: '{count} products changed.',
      none: 'There are no materials yet.',
      more: 'Show more',
      nothing: 'Choose a material',
    },
  },
  de: {
    ...{
      material: 'Material',
      code: 'Code',
      products: 'Produkte',
      replace: 'Ersetzen durch',
      choose: '{title} ersetzen durch',
      run: 'Ersetzen',
    },
    ...{ done: '{count} Produkte geändert.', none: 'Noch keine Materialien.', more: 'Mehr zeigen', nothing: 'Material wählen' },
  },
}

/** Page size. */
const atOnce = 50

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.append(...content)
  return made
}

export const open: OpenAdminPart = (host: HTMLElement, kit: AdminKit) => {
  const said = kit.language === 'de' ? words.de : words.en
  const rows = element('tbody')
  const known: Material[] = []

  const countOf = async (id: number): Promise<number> =>
    ((await kit.ask('GET', `records/product?filter[material_id]=${id}&limit=1`)) as Answer<unknown>).meta.total

  const fail = (error: unknown): void => kit.tell((error as Error).message)

  async function replace(from: Material, to: number): Promise<void> {
    const { changed } = (await kit.ask('POST', 'actions/replace-material', { from: from.id, to })) as { readonly changed: number }
    kit.tell(said.done.replace('{count}', String(changed)))
    await draw()
  }

  function replacement(from: Material): HTMLElement {
    const choice = element('select', element('option', said.nothing))
    choice.ariaLabel = said.choose.replace('{title}', from.title)
    for (const { id, title } of known) {
      if (id === from.id) continue
      const option = element('option', title)
      option.value = String(id)
      choice.append(option)
    }
    const button = element('button', said.run)
    button.type = 'button'
    button.ariaLabel = `${said.run}: ${from.title}`
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
    const path = `records/material?sort=code&limit=${atOnce}&offset=${known.length}`
    const { data, meta } = (await kit.ask('GET', path)) as Answer<Material>
    known.push(...data)
    more.hidden = known.length >= meta.total
  }

  async function draw(): Promise<void> {
    rows.replaceChildren(...(await Promise.all(known.map(row))))
    if (known.length === 0) host.replaceChildren(element('p', said.none))
    else host.replaceChildren(frame, more)
  }

  const more = element('button', said.more)
  more.type = 'button'
  more.addEventListener('click', () => void load().then(draw).catch(fail))
  const heads = [said.material, said.code, said.products, ...(kit.mayWrite ? [said.replace] : [])].map((text) => {
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
  frame.ariaLabel = said.products
  void load().then(draw).catch(fail)
}
