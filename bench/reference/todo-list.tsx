/** Reference of the bursts: a list in React as TodoMVC has it, in memory only. */
import { memo, useReducer, useState } from 'react';
import type { Dispatch } from 'react';
import { createRoot } from 'react-dom/client';

type Todo = { readonly id: number; readonly title: string; readonly isDone: boolean };

type Action =
  | { readonly type: 'add'; readonly title: string }
  | { readonly type: 'toggle'; readonly id: number }
  | { readonly type: 'remove'; readonly id: number };

let lastId = 0;

function reduce(todos: readonly Todo[], action: Action): readonly Todo[] {
  switch (action.type) {
    case 'add':
      return [...todos, { id: (lastId += 1), title: action.title, isDone: false }];
    case 'toggle':
      return todos.map((todo) => (todo.id === action.id ? { ...todo, isDone: !todo.isDone } : todo));
    case 'remove':
      return todos.filter((todo) => todo.id !== action.id);
  }
}

function TodoList() {
  const [todos, dispatch] = useReducer(reduce, []);
  return (
    <main>
      <h1>
        Todos ({todos.filter((todo) => todo.isDone).length}/{todos.length} items)
      </h1>
      <NewTodo dispatch={dispatch} />
      <ul>
        {todos.map((todo) => (
          <TodoRow key={todo.id} todo={todo} dispatch={dispatch} />
        ))}
      </ul>
    </main>
  );
}

function NewTodo({ dispatch }: { readonly dispatch: Dispatch<Action> }) {
  const [title, setTitle] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        dispatch({ type: 'add', title });
        setTitle('');
      }}
    >
      <input value={title} aria-label="New todo" onChange={(event) => setTitle(event.currentTarget.value)} />
    </form>
  );
}

type TodoRowProps = { readonly todo: Todo; readonly dispatch: Dispatch<Action> };

const TodoRow = memo(function TodoRow({ todo, dispatch }: TodoRowProps) {
  return (
    <li>
      <label>
        <input type="checkbox" checked={todo.isDone} onChange={() => dispatch({ type: 'toggle', id: todo.id })} />
        {todo.title}
      </label>
      <button
        type="button"
        aria-label={`Delete ${todo.title}`}
        onClick={() => dispatch({ type: 'remove', id: todo.id })}
      >
        ×
      </button>
    </li>
  );
});

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no #app');
createRoot(root).render(<TodoList />);
