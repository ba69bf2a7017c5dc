/* global React, ReactDOM, GraphiQL */
'use strict';

/** In this tab only, and for nobody but this origin; GraphiQL keeps its tabs and history there too. */
const storage = window.sessionStorage;
const storedAs = 'openplug:key';

const ask = document.getElementById('ask');
const field = document.getElementById('key');
const problem = document.getElementById('problem');
const explorer = document.getElementById('explorer');
let root = null;

const example = `# The latest orders, and whether their developers know.
{
  orders(first: 10) {
    edges {
      node {
        id
        status
        createdAt
        notification { code message }
      }
    }
  }
}
`;

document.getElementById('ask-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void open(field.value.trim());
});
/** GraphiQL goes on writing for a moment after it is closed. */
const drafts = {
  getItem: (name) => storage.getItem(name),
  setItem: (name, value) => root && storage.setItem(name, value),
  removeItem: (name) => storage.removeItem(name),
  clear: () => storage.clear(),
  get length() {
    return storage.length;
  },
};

const kept = storage.getItem(storedAs);
if (kept) void open(kept);

async function open(key) {
  problem.textContent = '';
  try {
    const { status } = await post(key, { query: '{ __typename }' });
    if (status === 401) forget('This key is not valid, or no longer.');
    else if (status === 200) show(key);
    else problem.textContent = `The service answered with ${status}.`;
  } catch {
    problem.textContent = 'The service cannot be reached.';
  }
}

function show(key) {
  storage.setItem(storedAs, key);
  field.value = '';
  ask.hidden = true;
  explorer.hidden = false;
  root = ReactDOM.createRoot(explorer);
  const forgetKey = { type: 'button', className: 'forget-key', onClick: () => forget('') };
  const logo = React.createElement(GraphiQL.Logo, null, React.createElement('button', forgetKey, 'Forget key'));
  root.render(
    React.createElement(
      GraphiQL,
      { fetcher: fetcherFor(key), storage: drafts, defaultQuery: example, isHeadersEditorEnabled: false },
      logo,
    ),
  );
}

function fetcherFor(key) {
  return async (request) => {
    const response = await post(key, request);
    if (response.status === 401) forget('This key is no longer valid.');
    return response.json();
  };
}

/** Forgets what was asked: the next person must not see it, since a diagnosis has a developer's parameters in it. */
function forget(why) {
  const opened = root;
  root = null;
  opened?.unmount();
  storage.clear();
  explorer.hidden = true;
  ask.hidden = false;
  problem.textContent = why;
  field.focus();
}

/** The key itself must be able to travel in a header. */
async function post(key, body) {
  if (!/^[\x21-\x7e]+$/.test(key)) return { status: 401 };
  return fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
}
