// The Grafana dashboard in deploy/ and docs/guides/operate.md use only metrics and labels that the service exports.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { rest } from '../../plugins/rest/index.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { readRepositoryFile } from '../support/repository.js'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}
interface Dashboard {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: unknown }[] }
}

const metric = /\b(?:svc|process|nodejs)_[a-z0-9_]+/g
/** The suffixes that a histogram is exported with. */
const parts = ['_bucket', '_count', '_sum']

describe('deploy/grafana.json', () => {
  const dashboard = JSON.parse(readRepositoryFile('deploy/grafana.json')) as Dashboard
  const charts = dashboard.panels.filter(({ type }) => type !== 'row')
  const expressions = charts.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  let folder: string
  let app: ListeningApp
  /** Metric kind by metric name. */
  let types: ReadonlyMap<string, string>

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-dashboard-'))
    app = await listenTestApp([rest()], { backupFolder: folder })
    const { token } = await app.access.tokens.mint({ name: 'prometheus', scopes: ['system:read'] })
    const response = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    types = new Map(
      [...(await response.text()).matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name, kind]) => [name!, kind!] as const),
    )
  })
  after(async () => {
    await app?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const isReported = (name: string): boolean => {
    const part = parts.find((end) => name.endsWith(end))
    if (part === undefined || types.has(name)) return types.has(name) && types.get(name) !== 'histogram'
    return types.get(name.slice(0, -part.length)) === 'histogram'
  }

  it('uses only exported metrics, and histograms by their suffixes', () => {
    const metricNames = expressions.flatMap((expression) => expression.match(metric) ?? [])
    expect(new Set(metricNames).size).to.be.above(20)
    expect([...new Set(metricNames)].filter((name) => !isReported(name))).to.deep.equal([])
    expect(JSON.stringify(dashboard.templating)).to.include('label_values(svc_info')
  })

  it('includes every metric of the service', () => {
    const own = [...types.keys()].filter((name) => name.startsWith('svc_'))
    const all = expressions.join(' ')
    expect(own.filter((name) => !all.includes(name))).to.deep.equal([])
  })

  it('has unique panel ids, balanced brackets in expressions, and only declared variables', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).to.equal(dashboard.panels.length)
    for (const expression of expressions) {
      for (const [open, close] of ['()', '{}', '[]']) {
        expect(expression.split(open!).length, expression).to.equal(expression.split(close!).length)
      }
      for (const [, name] of expression.matchAll(/\$(\w+)/g)) {
        expect(['__rate_interval', ...dashboard.templating.list.map((variable) => variable.name)], expression).to.include(name)
      }
    }
  })

  it('uses only existing labels in legends', () => {
    for (const { title, targets = [] } of charts) {
      for (const { expr, legendFormat } of targets) {
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
          const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].map(([, list]) => list!.split(', '))
          const isThere = grouped.length === 0 ? label === 'instance' : grouped.some((labels) => labels.includes(label!))
          expect(isThere, `${title}: ${label}`).to.equal(true)
        }
      }
    }
  })

  it('matches docs/guides/operate.md and the exported metrics', () => {
    const rows = readRepositoryFile('docs/guides/operate.md').matchAll(/^\| ((?:`svc_[a-z_]+`(?:, )?)+) \|/gm)
    const documented = [...rows].flatMap(([, names]) => names!.match(metric) ?? [])
    expect(documented.toSorted()).to.deep.equal([...types.keys()].filter((name) => name.startsWith('svc_')).toSorted())
  })
})
