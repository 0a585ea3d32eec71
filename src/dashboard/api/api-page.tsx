import { type AdminOperation, adminOperations, pathParameters } from '../../admin/operations.js';
import { bodyExamples } from '../../spec/openapi.js';
import { operations } from '../../spec/operations.js';
import { useRoom } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { CopyCode } from '../parts/copy-button.js';
import { saveJson } from '../parts/files.js';
import { useAction } from '../parts/use-action.js';
import { operationCurl, sampleKey, serviceUrl } from './curl.js';

/** The operations of the service and, for a fake, of the admin API, each with a curl command. */
export function ApiPage() {
  const { live } = useRoom();
  const { origin, pathname } = location;
  const [adminPath = ''] = pathname.split('/ui');
  return (
    <div class="stack">
      <ServiceCard baseUrl={serviceUrl(live, origin) ?? origin} />
      {!live.isProxy.value && <AdminCard baseUrl={origin + adminPath} />}
    </div>
  );
}

function ServiceCard({ baseUrl }: { readonly baseUrl: string }) {
  const { live } = useRoom();
  const sample = sampleKey(live.keys.value?.items ?? []);
  const lines = Object.values(operations).map(({ id, method, path, summary, requestSchema }) => ({
    id,
    method,
    path,
    summary,
    curl: operationCurl({
      method,
      url: baseUrl + path.replace('{petId}', '1'),
      tokenVariable: 'PETSTORE_API_KEY',
      body: requestSchema && bodyExamples[requestSchema],
    }),
  }));
  return (
    <Card
      title="The service"
      aside={<DownloadButton name="service.openapi.json" read={() => live.client.serviceDescription()} />}
    >
      <p class="small soft">
        {live.isProxy.value ? (
          <>
            Requests pass through the proxy to <code>{live.hello.value?.upstream}</code>. Put your API key into{' '}
            <code>PETSTORE_API_KEY</code>.
          </>
        ) : (
          <>
            Put an API key into <code>PETSTORE_API_KEY</code>
            {sample && (
              <>
                , such as <code>{sample}</code>
              </>
            )}
            . Requests reach the fake and use quota.
          </>
        )}
      </p>
      <OperationList lines={lines} />
    </Card>
  );
}

function AdminCard({ baseUrl }: { readonly baseUrl: string }) {
  const { live } = useRoom();
  const lines = Object.entries(adminOperations).map(([id, operation]) => ({
    ...operation,
    id,
    curl: adminCurl(operation, baseUrl, live.world),
  }));
  return (
    <Card
      title="The admin API"
      aside={<DownloadButton name="admin.openapi.json" read={() => live.client.description()} />}
    >
      <p class="small soft">
        Put the admin token into <code>PETSTORE_ADMIN_TOKEN</code>. Paths are below <code>{baseUrl}</code>.
      </p>
      <OperationList lines={lines} />
    </Card>
  );
}

function adminCurl({ method, path, isOfWorld, body, response }: AdminOperation, baseUrl: string, world: string) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof pathParameters) => pathParameters[name].example);
  const query = isOfWorld && world !== 'shared' ? `?${new URLSearchParams({ world })}` : '';
  return operationCurl({
    method,
    url: baseUrl + filled + query,
    tokenVariable: 'PETSTORE_ADMIN_TOKEN',
    ...(body?.document === undefined ? { body: body?.example } : { file: `before.petstore-${body.document}.json` }),
    isStream: response === 'events',
  });
}

type OperationLine = Readonly<Record<'id' | 'method' | 'path' | 'summary' | 'curl', string>>;

function OperationList({ lines }: { readonly lines: readonly OperationLine[] }) {
  return (
    <ul class="operations">
      {lines.map(({ id, method, path, summary, curl }) => (
        <li key={id}>
          <h3>
            <code>
              <strong>{method}</strong> {path}
            </code>
          </h3>
          <p class="small soft">{summary}</p>
          <CopyCode text={curl} what={`the command for ${id}`} />
        </li>
      ))}
    </ul>
  );
}

interface DownloadButtonProps {
  readonly name: string;
  readonly read: () => Promise<object>;
}

/** Downloads an OpenAPI document. A link could not send the token. */
function DownloadButton({ name, read }: DownloadButtonProps) {
  const { run, isRunning, error } = useAction();
  const download = () => run(async () => saveJson(name, await read()), `Downloaded ${name}.`);
  return (
    <>
      <Button isSmall aria-disabled={isRunning} onClick={download}>
        Download {name}
      </Button>
      <ErrorNotice message={error} />
    </>
  );
}
