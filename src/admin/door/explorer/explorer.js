/* global React, ReactDOM, GraphiQL */
'use strict';

/** In this tab only, and for nobody but this origin: GraphiQL keeps its tabs and history there. The key is never kept. */
const storage = window.sessionStorage;

const ask = document.getElementById('ask');
const field = document.getElementById('key');
const problem = document.getElementById('problem');
const explorer = document.getElementById('explorer');
/** Stands above the explorer. */
const notice = document.getElementById('notice');
/** Reaches the tabs of this browser. After a sign-in or a sign-out they show what the person before has read. */
const otherTabs = new BroadcastChannel('openplug-session');
otherTabs.addEventListener('message', () => {
  forget('');
  window.location.reload();
});
let root = null;

// Earlier versions kept the key there.
storage.removeItem('openplug:key');

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
  void signIn(field.value.trim());
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

void openSession();

/** The console's session, which the browser shows by a cookie, opens the explorer too. */
async function openSession() {
  try {
    const { status } = await post('/graphql', { query: '{ __typename }' });
    if (status === 200) show();
    else if (status === 401) forget('');
    else ask.hidden = false;
  } catch {
    forget('The service cannot be reached.');
  }
}

async function signIn(key) {
  problem.textContent = '';
  try {
    const { status } = await post('/console/sign-in', { key });
    if (status === 401) forget('This key is not valid, or no longer.');
    else if (status === 204) {
      otherTabs.postMessage('changed');
      show();
    } else problem.textContent = `The service answered with ${status}.`;
  } catch {
    problem.textContent = 'The service cannot be reached.';
  }
}

async function signOut() {
  notice.textContent = '';
  const { status } = await post('/console/sign-out', {}).catch(() => ({ status: 0 }));
  if (status === 204 || status === 503) otherTabs.postMessage('changed');
  if (status === 204) forget('');
  else if (status === 503)
    forget('You are signed out here, but the session could not be ended in the database. It ends by itself.');
  else notice.textContent = 'You are still signed in: the service could not be reached. Try again.';
}

function show() {
  field.value = '';
  ask.hidden = true;
  explorer.hidden = false;
  root = ReactDOM.createRoot(explorer);
  const leave = { type: 'button', className: 'sign-out', onClick: () => void signOut() };
  const logo = React.createElement(GraphiQL.Logo, null, React.createElement('button', leave, 'Sign out'));
  root.render(
    React.createElement(
      GraphiQL,
      { fetcher: runQuery, storage: drafts, defaultQuery: example, isHeadersEditorEnabled: false },
      logo,
    ),
  );
}

async function runQuery(request) {
  const response = await post('/graphql', request);
  if (response.status === 401) forget('You are no longer signed in.');
  return response.json();
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
  notice.textContent = '';
  field.focus();
}

async function post(path, body) {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
