"""Reports: tables, matches told, figures."""
