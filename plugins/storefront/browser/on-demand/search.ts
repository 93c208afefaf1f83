// Suggests products below the search field of the header while the shopper types: a combobox with a list of products.

/** Milliseconds without a key before the shop is asked. */
const pause = 150
const minimumLetters = 2
const maximumSuggestions = 6

interface ProductSuggestion {
  readonly id: number
  readonly label: string
  readonly title: string
}

/** The field has the URLs of the runtime API and of products in its `data-` attributes. */
export function connectSearch(): void {
  const input = document.querySelector<HTMLInputElement>('.search input')!
  const { api = '', product = '' } = input.dataset
  const { lang } = document.documentElement
  const list = document.createElement('ul')
  list.id = 'suggestions'
  list.hidden = true
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', input.getAttribute('aria-label') ?? '')
  input.form!.append(list)
  input.autocomplete = 'off'
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value)
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | null = null
  let active = -1

  const openOption = (option: Element): void => location.assign((option as HTMLElement).dataset['url']!)

  const select = (index: number): void => {
    active = index
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index))
      if (at === index) input.setAttribute('aria-activedescendant', option.id)
    }
    if (index < 0) input.removeAttribute('aria-activedescendant')
  }

  const show = (products: readonly ProductSuggestion[]): void => {
    const options = products.map(({ id, label, title }, at) => {
      const option = document.createElement('li')
      option.id = `suggestion-${at}`
      option.setAttribute('role', 'option')
      option.textContent = title
      option.dataset['url'] = product.replace('*', encodeURIComponent(label || String(id)))
      return option
    })
    list.replaceChildren(...options)
    list.hidden = options.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
    select(-1)
  }

  const load = async (): Promise<void> => {
    request?.abort()
    request = new AbortController()
    const parameters = new URLSearchParams({ query: input.value, language: lang, limit: String(maximumSuggestions) })
    try {
      const response = await fetch(`${api}/search?${parameters}`, { signal: request.signal })
      if (response.ok)
        show(((await response.json()) as { readonly data: { readonly products: readonly ProductSuggestion[] } }).data.products)
    } catch {
      // Aborted or offline: the form still searches.
    }
  }

  const typed = (): void => {
    clearTimeout(timer)
    if (input.value.trim().length < minimumLetters) {
      request?.abort()
      show([])
    } else timer = setTimeout(() => void load(), pause)
  }
  input.addEventListener('input', typed)
  input.addEventListener('keydown', (event) => {
    const count = list.hidden ? 0 : list.children.length
    if (event.key === 'Escape' && count > 0) {
      event.preventDefault()
      show([])
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      event.preventDefault()
      // From -1, the field itself, through all options and back.
      const step = event.key === 'ArrowDown' ? 1 : -1
      select(((active + 1 + step + count + 1) % (count + 1)) - 1)
    } else if (event.key === 'Enter' && active >= 0 && count > 0) {
      event.preventDefault()
      openOption(list.children[active]!)
    }
  })
  input.form!.addEventListener('focusout', ({ relatedTarget }) => {
    if (!input.form!.contains(relatedTarget as Node | null)) show([])
  })
  list.addEventListener('click', ({ target }) => {
    const option = (target as Element).closest('li')
    if (option !== null) openOption(option)
  })
  // A click must not move the focus, which would hide the list first.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  if (input.value !== input.defaultValue) typed()
}
