// The compose file of a Galera cluster: addresses and volumes match, HAProxy accepts both files, and nodes start and join correctly.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import { readRepositoryFile } from '../support/repository.js'
import { missing, replaced } from './proxy.js'

interface Service {
  readonly command: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly networks?: { readonly cluster: { readonly ipv4_address: string } }
  readonly network_mode?: string
  readonly volumes: readonly string[]
  readonly tmpfs?: readonly string[]
}

describe('deploy/compose.galera.yaml', () => {
  const { services, volumes } = load(readRepositoryFile('deploy/compose.galera.yaml'), {
    schema: CORE_SCHEMA.withTags(mergeTag),
  }) as {
    readonly services: Readonly<Record<string, Service>>
    readonly volumes: Readonly<Record<string, unknown>>
  }
  const nodes = ['node1', 'node2', 'node3'] as const
  let folder: string
  before(() => (folder = mkdtempSync(join(tmpdir(), 'svc-compose-'))))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('gives each node the address that HAProxy checks, and its own volume', () => {
    const config = readRepositoryFile('deploy/haproxy-galera.cfg')
    for (const name of nodes) {
      const { networks, volumes: own } = services[name]!
      expect(config).to.include(`server ${name} ${networks!.cluster.ipv4_address}:3306`)
      expect(own).to.deep.equal([`${name}:/var/lib/mysql`])
      expect(volumes).to.have.property(name)
    }
  })

  it('uses the ports and addresses of the HAProxy files for the processes and the cluster', () => {
    const front = readRepositoryFile('deploy/haproxy.cfg')
    for (const place of [1, 2]) {
      const { environment, network_mode: network } = services[`configurator${place}`]!
      expect(network).to.equal('service:haproxy')
      expect(front).to.include(`server process${place} 127.0.0.1:${environment!['SVC_PORT']}`)
      expect(environment!['SVC_DATABASE_URL']).to.match(/@127\.0\.0\.1:3306\/svc$/)
    }
    expect(readRepositoryFile('deploy/haproxy-galera.cfg')).to.include('bind 127.0.0.1:3306')
    const { command, volumes: mounted, tmpfs: folders } = services['haproxy']!
    for (const path of command.filter((word) => word.startsWith('/')))
      expect(
        mounted.some((volume) => volume.endsWith(`:${path}:ro`)),
        path,
      ).to.equal(true)
    expect(front).to.include(mounted.find((volume) => volume.includes('.pem'))!.split(':')[1]!)
    const [socket = ''] = /(?<=stats socket ).*(?=\/)/.exec(readRepositoryFile('deploy/haproxy-galera.cfg')) ?? []
    expect(folders).to.deep.equal([`${socket}:mode=1777`])
  })

  it('has HAProxy files that HAProxy accepts together', function () {
    const lacking = missing('haproxy')
    if (lacking !== null) return this.skip()
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
    const words = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      '/CN=shop.example',
    ]
    const [key, certificate, both] = ['key.pem', 'cert.pem', 'both.pem'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    expect(spawnSync('openssl', [...words, '-keyout', key, '-out', certificate], { env }).status).to.equal(0)
    spawnSync('sh', ['-c', `cat ${certificate} ${key} > ${both}`])
    const front = replaced(readRepositoryFile('deploy/haproxy.cfg'), [['/etc/haproxy/shop.example.pem', both]])
    writeFileSync(join(folder, 'haproxy.cfg'), front)
    writeFileSync(join(folder, 'haproxy-galera.cfg'), readRepositoryFile('deploy/haproxy-galera.cfg'))
    const files = ['haproxy.cfg', 'haproxy-galera.cfg'].flatMap((name) => ['-f', join(folder, name)])
    const { status, stderr } = spawnSync('haproxy', ['-c', ...files], { env, encoding: 'utf8' })
    expect(status, stderr).to.equal(0)
  })

  const beginnings = [
    ['bootstraps a new cluster on the first node', 'node1', null, true],
    ['lets the first node rejoin a cluster that is still running', 'node1', 'safe_to_bootstrap: 0', false],
    ['bootstraps the cluster again on the first node if that node stopped last', 'node1', 'safe_to_bootstrap: 1', true],
    ['never bootstraps a cluster on another node', 'node2', null, false],
    ['never bootstraps a cluster on another node, even if it stopped last', 'node3', 'safe_to_bootstrap: 1', false],
  ] as const
  for (const [sentence, name, state, isNew] of beginnings) {
    it(sentence, () => {
      const place = mkdtempSync(join(folder, 'node-'))
      if (state !== null) writeFileSync(join(place, 'grastate.dat'), `# GALERA saved state\n${state}\n`)
      const entry = join(place, 'docker-entrypoint.sh')
      writeFileSync(entry, '#!/bin/sh\nprintf "%s\\n" "$@"\n')
      chmodSync(entry, 0o755)
      const { entrypoint, command } = services[name]!
      const script = replaced(entrypoint![2]!.replaceAll('$$', '$'), [
        ['/var/lib/mysql/grastate.dat', join(place, 'grastate.dat')],
      ])
      const env = { ...process.env, PATH: `${place}:${process.env['PATH']}`, MARIADB_ROOT_PASSWORD: 'a b' }
      const { stdout, stderr } = spawnSync('bash', ['-c', script, 'node', ...command], { env, encoding: 'utf8' })
      const words = stdout.trim().split('\n')
      expect(stderr).to.equal('')
      expect(words[0]).to.equal('mariadbd')
      expect(words.includes('--wsrep-new-cluster')).to.equal(isNew)
      expect(words).to.include('--wsrep-sst-auth=root:a b')
      expect(words).to.include('--wsrep-cluster-address=gcomm://node1,node2,node3')
    })
  }
})
