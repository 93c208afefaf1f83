// API tokens: create with selected rights, show once, and revoke.
import { type ReactNode, useState } from 'react'
import type { MintedToken, TokenRow } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { confirm, Dialog } from '../ground/dialog.js'
import { Icon } from '../ground/icon.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { mayWrite, TableScreen } from '../table/table-screen.js'
import { moment, t } from '../wording/text.js'
import { Once } from './once.js'
import { noRights, ScopeChoice } from './scope-choice.js'
import { Input, SmallForm } from './small-form.js'

function Mint({ onClose, onMinted }: { readonly onClose: () => void; readonly onMinted: () => void }): ReactNode {
  const [rights, setRights] = useState(noRights)
  const [minted, setMinted] = useState<MintedToken | null>(null)
  return (
    <Dialog title={t('mintToken')} onClose={onClose}>
      {minted ? (
        <Once label={t('tokenOnce')} secret={minted.token} />
      ) : (
        <SmallForm
          button={t('mint')}
          onCancel={{ label: t('cancel'), run: onClose }}
          onSend={async ({ name, expires }) => {
            const { preset, scopes } = rights
            const body = {
              name,
              ...(preset !== '' && { preset }),
              ...(scopes.length > 0 && { scopes }),
              ...(expires && { expires }),
            }
            setMinted(await ask<MintedToken>('POST', 'tokens', { body }))
            onMinted()
          }}
        >
          <Input name="name" label={t('name')} />
          <ScopeChoice value={rights} onChange={setRights} />
          <Input name="expires" label={t('expires')} type="date" optional />
        </SmallForm>
      )}
    </Dialog>
  )
}

function stateOf({ revoked, expires }: TokenRow): 'active' | 'expired' | 'revoked' {
  if (revoked !== null) return 'revoked'
  return expires !== null && new Date(expires) < new Date() ? 'expired' : 'active'
}

export function TokensScreen(props: ScreenProps): ReactNode {
  const [minting, setMinting] = useState(false)
  const writes = mayWrite(props, 'tokens')
  const revoke = async ({ id, name }: TokenRow): Promise<void> => {
    const sure = await confirm({ title: t('revokeTitle', { name }), text: t('revokeText'), yes: t('revoke'), destructive: true })
    if (sure) await ask('DELETE', `tokens/${id}`)
  }
  return (
    <TableScreen<TokenRow>
      title={t('tokens')}
      lead={t('tokensLead')}
      queryKey={['tokens']}
      load={(signal) => ask('GET', 'tokens', { signal })}
      keyOf={({ id }) => id}
      empty={t('noTokens')}
      head={{ label: t('name'), cell: ({ name }) => name }}
      columns={[
        { label: t('scopes'), cell: ({ scopes }) => scopes.join(', ') },
        { label: t('state'), cell: (row) => <span className={`badge ${stateOf(row)}`}>{t(stateOf(row))}</span> },
        { label: t('expires'), cell: ({ expires }) => (expires === null ? t('never') : moment(expires)) },
        { label: t('lastUsed'), cell: ({ lastUsed }) => (lastUsed === null ? t('never') : moment(lastUsed)) },
      ]}
      begin={() =>
        writes && (
          <button type="button" className="primary" onClick={() => setMinting(true)}>
            <Icon name="plus" size={16} /> {t('mintToken')}
          </button>
        )
      }
      actions={(row, run) =>
        writes &&
        row.revoked === null && (
          <button type="button" aria-label={`${t('revoke')}: ${row.name}`} onClick={() => run(revoke(row))}>
            {t('revoke')}
          </button>
        )
      }
    >
      {(again) => minting && <Mint onClose={() => setMinting(false)} onMinted={again} />}
    </TableScreen>
  )
}
