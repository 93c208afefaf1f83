// A small consumer of the types that openapi-typescript makes of the document: it compiles, and runs against a service.
import createClient from 'openapi-fetch'
import type { paths } from './openapi.js'

declare const process: { readonly env: Readonly<Record<string, string | undefined>>; exitCode: number }

const client = createClient<paths>({
  baseUrl: `${process.env['SVC_URL']}/svc-api/v1`,
  headers: { authorization: `Bearer ${process.env['SVC_TOKEN']}` },
})

async function consume(): Promise<void> {
  const created = await client.POST('/salutation', { body: { title_en_GB: 'Dr', title_de_DE: 'Dr.' } })
  const id: number | undefined = created.data?.data.id
  if (id === undefined) throw new Error(`Not created: ${created.error?.detail}`)
  const path = { params: { path: { id } } }
  const changed = await client.PATCH('/salutation/{id}', { ...path, body: { title_en_GB: 'Doctor' } })
  const title: string | undefined = changed.data?.data.record.title_en_GB
  if (title !== 'Doctor') throw new Error(`Not changed: ${title}`)
  const list = await client.GET('/salutation', { params: { query: { filter: { search: 'Doctor' }, limit: 5 } } })
  if (list.data?.meta.total !== 1) throw new Error(`Found ${list.data?.meta.total} instead of 1`)
  const gone = await client.DELETE('/salutation/{id}', path)
  if (gone.data?.data.deleted !== true) throw new Error('Not deleted')
  const missing = await client.GET('/salutation/{id}', path)
  if (missing.error?.code !== 'NOT_FOUND') throw new Error(`Expected NOT_FOUND, not ${missing.error?.code}`)
}

await consume()
console.log('The consumer of the generated types ran.')
