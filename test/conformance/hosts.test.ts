// All hosts have the same files, each in a folder with the name of its platform.
import { expect } from 'chai'
import { platforms } from '../../core/foundation/property/kind.js'
import { listFilesBelow } from '../support/repository.js'

function hostProblems(paths: readonly string[]): readonly string[] {
  const hosts = new Map<string, Set<string>>()
  for (const path of paths) {
    const [, host, file] = /^hosts\/([^/]+)\/(.+)$/.exec(path) ?? []
    if (host !== undefined && file?.endsWith('.ts')) hosts.set(host, (hosts.get(host) ?? new Set()).add(file))
  }
  const all = new Set([...hosts.values()].flatMap((files) => [...files]))
  return [...hosts].flatMap(([host, files]) => {
    const unknown = (platforms as readonly string[]).includes(host) ? [] : [`hosts/${host} is no platform`]
    return [
      ...unknown,
      ...[...all].filter((file) => !files.has(file)).map((file) => `hosts/${host} lacks ${file}, which another host has`),
    ]
  })
}

describe('host folders', () => {
  it('contain the same files and are named like their platforms', () => {
    expect(hostProblems(listFilesBelow('hosts'))).to.deep.equal([])
  })

  it('are reported if a file is missing or the name is no platform', () => {
    const complete = [
      'hosts/cms_a/index.ts',
      'hosts/cms_a/urls.ts',
      'hosts/standalone/index.ts',
      'hosts/standalone/urls.ts',
      'hosts/README.md',
    ]
    expect(hostProblems(complete)).to.deep.equal([])
    expect(hostProblems(complete.slice(1))).to.deep.equal(['hosts/cms_a lacks index.ts, which another host has'])
    expect(hostProblems(['hosts/drupal/index.ts'])).to.deep.equal(['hosts/drupal is no platform'])
  })
})
