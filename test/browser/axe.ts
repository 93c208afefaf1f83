// Checks a page against WCAG 2.2 AA with axe, shadow roots included.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

/** Violations, one line each: the rule, and the first element that breaks it. */
export async function findAxeProblems(page: Page): Promise<readonly string[]> {
  // Inject the half megabyte of script once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript)
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<unknown> } }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    return (await axe.run({ runOnly: tags, resultTypes: ['violations'], preload: false })) as AxeResult
  })
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} – ${nodes
        .map(({ html }) => html)
        .join(' | ')
        .slice(0, 300)}`,
  )
}
