// Suggests products below the search field of the header while the shopper types: a combobox with a list of links.

/** Milliseconds without a key before the shop is asked. */
const pause = 150
const minimumLetters = 2
const maximumSuggestions = 6

interface FoundProduct {
  readonly id: number
  readonly label: string
  readonly title: string
}

/** `input` has the URLs of the runtime API and of products in its `data-` attributes. */
export function connectSearchSuggestions(input: HTMLInputElement): void {
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

  const select = (index: number): void => {
    active = index
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index))
      if (at === index) input.setAttribute('aria-activedescendant', option.id)
    }
    if (index < 0) input.removeAttribute('aria-activedescendant')
  }

  const show = (products: readonly FoundProduct[]): void => {
    const options = products.map(({ id, label, title }, at) => {
      const option = document.createElement('li')
      option.id = `suggestion-${at}`
      option.setAttribute('role', 'option')
      const link = document.createElement('a')
      link.tabIndex = -1
      link.href = product.replace('*', encodeURIComponent(label || String(id)))
      link.textContent = title
      option.append(link)
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
      if (response.ok) show(((await response.json()) as { readonly products: readonly FoundProduct[] }).products)
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
      list.children[active]!.querySelector('a')!.click()
    }
  })
  input.form!.addEventListener('focusout', ({ relatedTarget }) => {
    if (!input.form!.contains(relatedTarget as Node | null)) show([])
  })
  // A click on a link must not move the focus, which would hide the list first.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  if (input.value !== input.defaultValue) typed()
}
