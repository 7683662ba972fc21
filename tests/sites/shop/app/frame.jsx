// What is around every view.
import * as Menu from "@radix-ui/react-dropdown-menu";
import { CATEGORIES } from "../catalogue.js";
import { go } from "./route.js";

export function To({ path, children, ...rest }) {
  const follow = (event) => {
    event.preventDefault();
    go(path);
  };
  return <a href={`/app${path}`} onClick={follow} {...rest}>{children}</a>;
}

export function Header({ count, openBag }) {
  return (
    <header>
      <To path="/" className="logo">Pier &amp; Post</To>
      <nav aria-label="Shop" style={{ display: "flex" }}>
        {Object.entries(CATEGORIES).map(([name, entries]) => (
          <Menu.Root key={name} modal={false}>
            <Menu.Trigger className="quiet">{name}</Menu.Trigger>
            <Menu.Portal>
              <Menu.Content style={{ background: "#fff", border: "1px solid #ccc", minWidth: 160 }}>
                {entries.map((entry) => (
                  <Menu.Item key={entry} style={{ padding: 8, cursor: "pointer" }} onSelect={() => go(`/category/${entry}`)}>{entry}</Menu.Item>
                ))}
              </Menu.Content>
            </Menu.Portal>
          </Menu.Root>
        ))}
      </nav>
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <input type="search" aria-label="Search the shop" /><button>Search</button>
      </form>
      <div className="bag" role="button" tabIndex={0} onClick={openBag}>Bag (<b>{count}</b>)</div>
    </header>
  );
}

export function Footer() {
  return (
    <footer>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>E-mail for news <input type="email" /></label><button>Subscribe</button>
      </form>
    </footer>
  );
}
